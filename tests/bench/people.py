"""Made-up people: a file as administrators upload it, and a company that has a million already."""

import csv
import io
import random
from typing import Final

import asyncpg

ROWS: Final = 100_000
BAD_SHARE: Final = 0.02
HEADER: Final = ("fullName", "email", "phone", "dateOfBirth", "gender", "workLocation", "role", "profile")
POSITIONS: Final = (
    ("MENTOR", "TRAINER"),
    ("TRAINEE", "TRAINEE"),
    ("EMPLOYEE", "PLACEMENT"),
    ("INTERVIEW_PANELIST", "INTERVIEW_PANELIST"),
)
GENDERS: Final = ("Male", "Female", "Other", "Prefer not to say")
PLACES: Final = ("Pune", "Mumbai, West", "Delhi", "Bengaluru")


def people_csv(*, seed: int, rows: int = ROWS) -> bytes:
    """About 100 bytes a row, shuffled, two in a hundred with a broken address."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    numbers = list(range(rows))
    chance.shuffle(numbers)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADER)
    writer.writerows(_person(number, chance) for number in numbers)
    return out.getvalue().encode()


def _person(number: int, chance: random.Random) -> tuple[str, ...]:
    role, profile = chance.choice(POSITIONS)
    address = f"person.{number:06d}@example.com" if chance.random() > BAD_SHARE else f"broken-{number}"
    born = f"{chance.randint(1, 12)}/{chance.randint(1, 28)}/{chance.randint(1960, 2005)}"
    phone = f"+91 98{number:08d}"
    return f"Person {number}", address, phone, born, chance.choice(GENDERS), chance.choice(PLACES), role, profile


async def add_million(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """A million other people of the demo company, as `make run` makes it."""
    await connection.execute(
        """
        INSERT INTO users (company_id, email, phone, full_name, role, profile)
        SELECT c.id, 'other.' || n || '@example.org', '+9170' || lpad(n::text, 8, '0'), 'Other ' || n, 'TRAINEE',
               'TRAINEE'
        FROM companies c, generate_series(1, 1000000) n
        """,
        timeout=300,
    )
    await connection.execute("VACUUM ANALYZE users", timeout=300)
