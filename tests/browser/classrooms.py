"""A batch with people and a trainer, whose session has begun, written straight into the database."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from server.vocabulary.profiles import Profile
from tests.browser.people import add_account
from tests.browser.system import System, run
from tests.fixtures.accounts import Account
from tests.fixtures.people import Company

GIVEN: Final = ("Asha", "Bina", "Chitra", "Daniel", "Fatima", "Girish", "Harpreet", "Imran", "Jyoti", "Kiran")
FAMILY: Final = ("Das", "Iyer", "Khan", "Menon", "Nair", "Venkataraman")


@dataclass(frozen=True, kw_only=True)
class Classroom:
    system: System
    company: Company
    batch_id: UUID
    session_id: UUID
    trainer: Account
    people: list[Account]

    @property
    def path(self) -> str:
        return f"/dashboard/training/sessions/{self.session_id}"

    def marks(self) -> dict[str, str | None]:
        return run(self._marks())

    def count_sheets(self) -> int:
        return run(self._count_sheets())

    async def _marks(self) -> dict[str, str | None]:
        query = """
            SELECT u.full_name, a.mark FROM attendance a JOIN users u ON u.id = a.user_id
             WHERE a.session_id = :session_id
        """
        async with self.system.database.reading() as connection:
            rows = await connection.fetch_all(query, session_id=self.session_id)
        return {row.full_name: row.mark for row in rows}

    async def _count_sheets(self) -> int:
        query = "SELECT count(*) FROM idempotency_keys WHERE user_id = :user_id AND path = '/training/attendance'"
        async with self.system.database.reading() as connection:
            return int(await connection.fetch_value(query, user_id=self.trainer.id))


def open_classroom(
    system: System, company: Company, *, people: int = 60, begins: timedelta = timedelta(0)
) -> Classroom:
    trainer = add_account(system, company, Profile.TRAINER, full_name="Tara Trainer")
    names = [f"{given} {family}" for given in GIVEN for family in FAMILY][:people]
    trainees = [
        add_account(system, company, Profile.TRAINEE, full_name=name, code=f"WE-{number:03d}")
        for number, name in enumerate(names, start=1)
    ]
    batch_id, session_id = run(_add_session(system, trainer, people=trainees, starts_at=datetime.now(UTC) + begins))
    return Classroom(
        system=system,
        company=company,
        batch_id=batch_id,
        session_id=session_id,
        trainer=trainer,
        people=trainees,
    )


async def _add_session(
    system: System, trainer: Account, *, people: list[Account], starts_at: datetime
) -> tuple[UUID, UUID]:
    company_id = trainer.company.id
    async with system.database.unit_of_work() as unit:
        batch_id = await unit.connection.fetch_value(
            """
            INSERT INTO batches (company_id, name, folded_name) VALUES (:company_id, 'Welding', 'welding')
            RETURNING id
            """,
            company_id=company_id,
        )
        await unit.connection.execute(
            """
            INSERT INTO batch_members (company_id, batch_id, user_id, joined_at)
            SELECT :company_id, :batch_id, person, now() - interval '9 days'
              FROM unnest(CAST(:people AS uuid[])) AS person
            """,
            company_id=company_id,
            batch_id=batch_id,
            people=[each.id for each in people],
        )
        await unit.connection.execute(
            "INSERT INTO batch_trainers (company_id, batch_id, user_id) VALUES (:company_id, :batch_id, :user_id)",
            company_id=company_id,
            batch_id=batch_id,
            user_id=trainer.id,
        )
        session_id = await unit.connection.fetch_value(
            """
            INSERT INTO training_sessions (company_id, batch_id, starts_at, ends_at, topic, place)
            VALUES (:company_id, :batch_id, :starts_at, :ends_at, 'Welding joints', 'Workshop 2') RETURNING id
            """,
            company_id=company_id,
            batch_id=batch_id,
            starts_at=starts_at,
            ends_at=starts_at + timedelta(hours=2),
        )
    return batch_id, session_id
