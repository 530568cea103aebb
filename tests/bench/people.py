"""Invented people: a file to upload, and a company of thousands."""

import csv
import io
import random
from typing import Final

import asyncpg

IMPORTED: Final = 100_000
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
# Its members are the first of the company in the order of ids.
BATCH: Final = "The oldest"
BATCH_PEOPLE: Final = 30_000

# Phones are spread over all numbers, as real ones are, and creation over two years, which ids begin with. A quarter of
# the invitations have lapsed, the newest twentieth wait; one person in 200 is inactive.
_CROWD: Final = """
    INSERT INTO users (id, company_id, email, phone, full_name, role, profile, invitation,
                       temporary_password_expires_at, work_location, is_active, last_sign_in_at, created_at)
    SELECT CAST(lpad(to_hex(CAST(extract(epoch FROM created) * 1000 AS bigint)), 12, '0') || '7'
                || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15) AS uuid),
           c.id, lower(first || '.' || last) || '.' || n || '@' || (ARRAY['example.org', 'example.net'])[1 + n % 2],
           '+91' || 7000000000 + n * 7919::bigint % 1000000000, first || ' ' || last,
           (ARRAY['MENTOR', 'EMPLOYEE', 'TRAINEE'])[1 + n % 3], (ARRAY['TRAINER', 'PLACEMENT', 'TRAINEE'])[1 + n % 3],
           invitation,
           now() + CASE WHEN n > $1 * 0.95 THEN interval '2 days' ELSE interval '-1 hour' END,
           ($4::text[])[1 + (hashint4(n + 7) & 65535) % 4], n % 200 <> 3,
           CASE WHEN invitation = 'accepted' THEN created + (now() - created) * ((hashint4(n + 3) & 65535) / 65536.0)
           END, created
    FROM companies c, generate_series(1, $1::int) n
    CROSS JOIN LATERAL (
        SELECT ($2::text[])[1 + (hashint4(n) & 65535) % 12] AS first,
               ($3::text[])[1 + (hashint4(-n) & 65535) % 12] AS last,
               CASE WHEN n % 1000 = 7 THEN 'failed' WHEN n > $1 * 0.95 OR n % 4 = 0 THEN 'sent' ELSE 'accepted' END
                   AS invitation,
               now() - interval '730 days' * (1 - n / ($1 + 1.0)) AS created
    )
"""
_BATCH: Final = """
    WITH batch AS (
        INSERT INTO batches (company_id, name, folded_name) SELECT id, $1, lower($1) FROM companies RETURNING *
    )
    INSERT INTO batch_members (company_id, batch_id, user_id)
    SELECT batch.company_id, batch.id, u.id FROM batch, (SELECT id FROM users ORDER BY id LIMIT $2) AS u
"""


# Each shares a birth date and a sound with 38 others, and a phone with 38, and is alike to none.
_ALIKE: Final = """
    INSERT INTO users (company_id, email, phone, full_name, role, profile, date_of_birth)
    SELECT c.id, n || '@' || c.slug || '.example', '+9198' || lpad(CAST(n * 7919::bigint % 1030 AS text), 8, '0'),
           translate('sr' || left(md5(n::text), 9) || ' ' || left(md5('x' || n), 12), '0123456789abcdef', $2),
           'TRAINEE', 'TRAINEE', date '1990-01-01' + CAST(n * 104729::bigint % 1031 AS int)
      FROM companies c, generate_series(1, 40000) n WHERE c.slug = $1
"""


async def add_alike(connection: "asyncpg.Connection[asyncpg.Record]", *, company: str) -> None:
    """40,000 people of a company, as alike as can be without being duplicates."""
    await connection.execute(_ALIKE, company, "krtpsdglnkrtpsdg", timeout=900)
    await connection.execute("VACUUM ANALYZE users", timeout=900)


async def add_crowd(connection: "asyncpg.Connection[asyncpg.Record]", *, people: int) -> None:
    """So many people of the only company, with twelve first and twelve last names, and a batch of the oldest."""
    if people:
        await connection.execute(_CROWD, people, FIRST_NAMES, LAST_NAMES, PLACES, timeout=900)
        # The triggers of members compare them with the accounts, which Postgres must know to be many.
        await connection.execute("ANALYZE users")
        await connection.execute(_BATCH, BATCH, BATCH_PEOPLE, timeout=900)
    await connection.execute("VACUUM ANALYZE", timeout=900)


def people_csv(*, seed: int, rows: int = IMPORTED, domain: str = "example.com") -> bytes:
    """About 100 bytes a row, shuffled, two in a hundred with a broken address."""
    chance = random.Random(seed)  # noqa: S311 - nothing secret
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(HEADER)
    for number in chance.sample(range(rows), rows):
        at = "" if chance.random() < BAD_SHARE else "@"
        born = f"{chance.randint(1, 12)}/{chance.randint(1, 28)}/{chance.randint(1960, 2005)}"
        person = (f"Person {number}", f"person.{number:06d}{at}{domain}", f"+91 98{number:08d}", born)
        writer.writerow((*person, chance.choice(GENDERS), chance.choice(PLACES), *chance.choice(POSITIONS)))
    return out.getvalue().encode()
