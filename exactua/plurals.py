"""How many there are of something: one is one, and several have the plural."""


def counted(number: int, noun: str) -> str:
    """ "1 check", "2 checks"; "2 entries", "2 classes"."""
    endings = {"y": f"{noun[:-1]}ies", "s": f"{noun}es"}
    return f"{number:,} {noun if number == 1 else endings.get(noun[-1], f'{noun}s')}"
