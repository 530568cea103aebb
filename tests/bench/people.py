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

# Twenty fields: one of eight choices, marks that a tenth has not, a roll number by which people are sorted, and texts.
_FIELDS: Final = """
    INSERT INTO company_fields (company_id, number, key, label, folded_label, kind, required_for, viewers, editors,
                                is_own_view, is_own_edit, is_sensitive, is_unique, is_keyed, position)
    SELECT id, 100 + n, 'bench' || n, 'Bench ' || n, 'bench ' || n,
           (ARRAY['one', 'number', 'text'])[least(n, 3)], '{}', '{SUPER_ADMIN}', '{SUPER_ADMIN}',
           false, false, false, false, n IN (2, 3), 100 + n
      FROM companies, generate_series(1, 20) n
"""
_CHOICES: Final = """
    INSERT INTO field_choices (company_id, field, number, position, label, folded_label)
    SELECT id, 101, n, n, 'Choice ' || n, 'choice ' || n FROM companies, generate_series(1, 8) n
"""
_VALUES: Final = """
    INSERT INTO person_fields (company_id, user_id, own_values)
    SELECT company_id, id, (
               SELECT jsonb_object_agg(100 + n, CASE n WHEN 1 THEN to_jsonb(1 + place % 8)
                                                       WHEN 2 THEN to_jsonb(place * 7907 % 10000 / 100.0)
                                                       ELSE to_jsonb('Value ' || place * (n * 2 + 1) % 1000003) END)
                 FROM generate_series(1, 20) n WHERE n <> 2 OR place % 10 <> 0)
      FROM (SELECT company_id, id, row_number() OVER (ORDER BY id) AS place FROM users) AS u
    ON CONFLICT (company_id, user_id) DO UPDATE SET own_values = excluded.own_values
"""


async def add_values(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    """Twenty own fields of the only company, and values of all of its people."""
    for statement in (_FIELDS, _CHOICES, "UPDATE companies SET fields_version = fields_version + 1", _VALUES):
        await connection.execute(statement, timeout=1800)
    # What was written is on the disk before anything is measured.
    for statement in ("VACUUM ANALYZE", "CHECKPOINT"):
        await connection.execute(statement, timeout=900)


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
