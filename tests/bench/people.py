"""Invented people: a file to upload, and a company of a million."""

import csv
import io
import random
from typing import Final
from uuid import UUID

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
FIRST_NAMES: Final = ["Asha", "Ravi", "Meera", "John", "Zoe", "Imran", "Kavya", "Peter", "Lata", "Omar", "Uma", "Dev"]
LAST_NAMES: Final = ["Sharma", "Verma", "Singh", "Smith", "Khan", "Patel", "Iyer", "Das", "Rao", "Roy", "Nair", "Bose"]
PLACES: Final = ("Pune", "Mumbai, West", "Delhi", "Bengaluru")

# Phones are spread over all numbers, as real ones are, and creation over two years, which ids begin with.
_CROWD: Final = """
    INSERT INTO users (id, company_id, email, phone, full_name, role, profile, invitation,
                       temporary_password_expires_at, work_location, is_active, last_sign_in_at, created_at)
    SELECT CAST(lpad(to_hex(CAST(extract(epoch FROM created) * 1000 AS bigint)), 12, '0') || '7'
                || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15) AS uuid),
           c.id, lower(first || '.' || last) || '.' || n || '@' || (ARRAY['example.org', 'example.net'])[1 + n % 2],
           '+91' || 7000000000 + n * 7919::bigint % 1000000000,
           first || ' ' || last || CASE n % 1000 WHEN 7 THEN 'rare' ELSE '' END, role, profile, invitation,
           now() + CASE WHEN n > $1 * 0.95 THEN interval '2 days' ELSE interval '-1 hour' END,
           CASE WHEN n % 100000 = 17 THEN 'Leh' ELSE ($4::text[])[1 + (hashint4(n + 7) & 65535) % 4] END, n % 200 <> 3,
           CASE WHEN invitation = 'accepted' AND n % 100000 <> 23
               THEN created + (now() - created) * ((hashint4(n + 3) & 65535) / 65536.0) END, created
    FROM companies c, generate_series(1, $1::int) n
    CROSS JOIN LATERAL (
        SELECT ($2::text[])[1 + (hashint4(n) & 65535) % 12] AS first,
               ($3::text[])[1 + (hashint4(-n) & 65535) % 12] AS last,
               CASE WHEN n % 1000 = 7 THEN 'failed' WHEN n > $1 * 0.95 OR n % 4 = 0 THEN 'sent' ELSE 'accepted' END
                   AS invitation,
               now() - interval '730 days' * (1 - n / ($1 + 1.0)) AS created
    )
    CROSS JOIN LATERAL (
        SELECT CASE WHEN n % 50000 = 1 THEN 'ADMIN' WHEN n % 5 = 0 THEN 'MENTOR' WHEN n % 5 = 1 THEN 'EMPLOYEE'
                    ELSE 'TRAINEE' END AS role,
               CASE WHEN n % 50000 = 1 THEN 'SUPER_ADMIN' WHEN n % 5 = 0 THEN 'TRAINER' WHEN n % 5 = 1 THEN 'PLACEMENT'
                    ELSE 'TRAINEE' END AS profile
    )
"""
# Of a company of a million; of a smaller one as many as there are.
BATCHES: Final = {
    "300": "SELECT id FROM users ORDER BY md5(email) LIMIT 300",
    "30,000, the oldest": "SELECT id FROM users ORDER BY id LIMIT 30000",
    "30,000, the last by name": "SELECT id FROM users ORDER BY sort_name DESC LIMIT 30000",
    "all": "SELECT id FROM users",
}


def people_csv(*, seed: int, rows: int = ROWS, domain: str = "example.com") -> bytes:
    """About 100 bytes a row, shuffled, two in a hundred with a broken address."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    numbers = list(range(rows))
    chance.shuffle(numbers)
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADER)
    writer.writerows(_person(number, chance, domain=domain) for number in numbers)
    return out.getvalue().encode()


def _person(number: int, chance: random.Random, *, domain: str) -> tuple[str, ...]:
    role, profile = chance.choice(POSITIONS)
    address = f"person.{number:06d}@{domain}" if chance.random() > BAD_SHARE else f"broken-{number}"
    born = f"{chance.randint(1, 12)}/{chance.randint(1, 28)}/{chance.randint(1960, 2005)}"
    phone = f"+91 98{number:08d}"
    return f"Person {number}", address, phone, born, chance.choice(GENDERS), chance.choice(PLACES), role, profile


async def add_million(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """A million other people of the demo company, as `make run` makes it."""
    await add_crowd(connection, people=1_000_000)


async def add_crowd(connection: "asyncpg.Connection[asyncpg.Record]", *, people: int) -> None:
    """Twelve first and twelve last names; one in a thousand has a last name of its own, one in 50,000 manages.

    Of the invitations a quarter have lapsed; the newest twentieth waits. One in 100,000 is in Leh, one in 200 inactive;
    one in 100,000 has accepted and never signed in.
    """
    await connection.execute(_CROWD, people, FIRST_NAMES, LAST_NAMES, PLACES, timeout=600)
    await connection.execute("VACUUM ANALYZE users", timeout=600)


async def add_intakes(url: str, *, number: int, people: int) -> None:
    """So many batches of the only company, each with as many of its people."""
    connection = await asyncpg.connect(url)
    await connection.execute(
        """
        INSERT INTO batches (company_id, name, folded_name)
        SELECT id, 'intake ' || n, 'intake ' || n FROM companies, generate_series(1, $1::int) AS n
        """,
        number,
    )
    await connection.execute(
        """
        INSERT INTO batch_members (company_id, batch_id, user_id)
        SELECT b.company_id, b.id, u.id
          FROM (SELECT *, row_number() OVER (ORDER BY id) AS n FROM batches WHERE name LIKE 'intake %') AS b
          JOIN (SELECT id, (row_number() OVER () - 1) / $1 + 1 AS n FROM users) AS u ON u.n = b.n
        """,
        people,
        timeout=600,
    )
    await connection.execute("VACUUM ANALYZE batch_members", timeout=600)
    await connection.close()


async def add_batches(connection: "asyncpg.Connection[asyncpg.Record]") -> dict[str, UUID]:
    """The BATCHES of the only company, by name."""
    made = {}
    for name, people in BATCHES.items():
        made[name] = await connection.fetchval(
            "INSERT INTO batches (company_id, name, folded_name) SELECT id, $1, $1 FROM companies RETURNING id", name
        )
        await connection.execute(
            f"""
            INSERT INTO batch_members (company_id, batch_id, user_id)
            SELECT c.id, $1, people.id FROM companies c, ({people}) AS people
            """,  # noqa: S608 - constants
            made[name],
            timeout=600,
        )
    await connection.execute("VACUUM ANALYZE batch_members", timeout=600)
    return made
