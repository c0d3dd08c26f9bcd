"""Deciding for all parameters: symbolic runs, polynomial certificates, the bridge to Rocq, SMT-LIB."""
