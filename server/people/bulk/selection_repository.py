"""Who is selected: counted in groups of people who are alike, and stored as the rows of a job.

A selection is a query of ids; its people never leave Postgres.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from server.people.account.account_rules import Account
from server.people.bulk.facts import fact_columns, facts_of, read_facts
from server.people.bulk.judge import Facts
from server.people.bulk.orders import Order
from server.platform.database.connections import Connection
from server.vocabulary.fields import FIELD, POSITION

_OF_IDS: Final = "SELECT given.id FROM unnest(CAST(:ids AS uuid[])) AS given (id) GROUP BY given.id"


@dataclass(frozen=True, kw_only=True)
class People:
    """A query of ids with its parameters, of which `company_id` is one. Ids of `given` may be of no account."""

    sql: str
    values: Mapping[str, Any]
    is_given: bool


@dataclass(frozen=True, kw_only=True)
class Group:
    """How many people are alike for an order. `account` is a sample of them, None where the company has none."""

    account: Account | None
    facts: Facts
    people: int


def people_of_ids(ids: list[UUID], *, company_id: UUID) -> People:
    return People(sql=_OF_IDS, values={"company_id": company_id, "ids": ids}, is_given=True)


async def count_groups(connection: Connection, people: People, *, order: Order, actor_id: UUID) -> list[Group]:
    # Of other fields only whether people have the wanted value decides.
    columns = {name: FIELD[name].column for name in order.changes if name not in POSITION}
    has = "".join(
        f", u.{each} IS NOT DISTINCT FROM CAST(:wanted_{each} AS text) AS has_{each}" for each in columns.values()
    )
    grouped = range(1, 6 + len(columns) + len(fact_columns(order.action)))
    rows = await connection.fetch_all(
        f"""
        SELECT u.id IS NOT NULL AS is_found, COALESCE(u.id = :actor_id, false) AS is_own, u.role, u.profile,
               u.is_active{has}{facts_of(order.action)}, count(*) AS people
          FROM ({people.sql}) AS selected LEFT JOIN users u ON u.company_id = :company_id AND u.id = selected.id
         GROUP BY {", ".join(map(str, grouped))}
        """,  # noqa: S608 - made from constants
        **people.values,
        **{f"wanted_{column}": order.changes[name] for name, column in columns.items()},
        wanted_batch=order.batch_id,
        actor_id=actor_id,
    )
    return [
        Group(
            account=_sample(row, columns, order, actor_id=actor_id) if row.is_found else None,
            facts=read_facts(row, order.action),
            people=row.people,
        )
        for row in rows
    ]


async def store_rows(connection: Connection, people: People, *, job_id: UUID, most: int) -> int:
    """One row for each of them, in the order of their ids; how many, where one more than `most` stands for too many."""
    stored: int = await connection.fetch_value(
        f"""
        WITH stored AS (
            INSERT INTO bulk_rows (job_id, row, user_id, full_name, email)
            SELECT CAST(:job_id AS uuid), row_number() OVER (ORDER BY selected.id), selected.id,
                   COALESCE(u.full_name, ''), COALESCE(u.label, '')
              FROM ({people.sql}) AS selected LEFT JOIN users u ON u.company_id = :company_id AND u.id = selected.id
             LIMIT :most
            RETURNING row
        )
        SELECT count(*) FROM stored
        """,  # noqa: S608 - made from constants
        **people.values,
        job_id=job_id,
        most=most + 1,
    )
    return stored


def _sample(row: Any, columns: Mapping[str, str], order: Order, *, actor_id: UUID) -> Account:  # noqa: ANN401 - any SQL row
    position = {"role": row.role, "profile": row.profile, "isActive": row.is_active}
    wanted = {name: order.changes[name] if row[f"has_{column}"] else "" for name, column in columns.items()}
    return Account(
        id=actor_id if row.is_own else UUID(int=0), label="", version=0, values={"email": "", **position, **wanted}
    )
