"""`limit`: how sharp softmax must be for a network and finitely many points, proved and measured."""
