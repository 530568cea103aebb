"""Write the common passwords that the strength meter of the client knows: those that nothing else is wrong with.

    PYTHONPATH=. python deploy/scripts/common_passwords.py

One a line, in order: how much it shares with the one before (a digit of base 36), and the rest. A test compares
the file with the server's list.
"""

import string
from pathlib import Path
from typing import Final

from server.identity.common_passwords import load_common_passwords
from server.identity.password_policy import TOO_COMMON, password_problem

PACKED: Final = Path(__file__).parents[2] / "client/src/forms/commonPasswords.txt"
DIGITS: Final = string.digits + string.ascii_lowercase


def is_refused_for_nothing_else(password: str) -> bool:
    """In the case that is best for it: one capital letter, the others small."""
    first = next((index for index, character in enumerate(password) if character.isalpha()), 0)
    best = password[:first] + password[first].upper() + password[first + 1 :]
    return password_problem(best, full_name="", email="") == TOO_COMMON


def pack(passwords: list[str]) -> str:
    lines = []
    for before, password in zip(["", *passwords], passwords, strict=False):
        limit = min(len(before), len(DIGITS) - 1)
        shared = next((index for index in range(limit) if before[index] != password[index]), limit)
        lines.append(DIGITS[shared] + password[shared:])
    return "\n".join(lines)


if __name__ == "__main__":
    PACKED.write_text(pack(sorted(filter(is_refused_for_nothing_else, load_common_passwords()))))
