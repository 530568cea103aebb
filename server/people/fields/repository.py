"""SQL of a company's own fields and of their values. Every function takes the company."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from sqlalchemy import delete, func, insert, select, update

from server.company.companies.tables import companies
from server.people.fields.schemas import FieldUse
from server.people.fields.tables import company_fields, field_choices, field_keys, person_fields
from server.platform.database.connections import Connection, any_id
from server.vocabulary.field_kinds import Value
from server.vocabulary.own_fields import HIDDEN, PREFIX, FieldChoice, OwnField, OwnKind, number_of, slot_of
from server.vocabulary.profiles import Profile
from server.vocabulary.visible_text import fold_name

_LOCK = "waymark fields "


def folded(text: str) -> str:
    """SQL: a text as texts are compared; what folds to nothing stays as it is."""
    return f"coalesce(nullif(waymark_fold({text}), ''), {text})"


async def lock_fields(connection: Connection, *, company_id: UUID) -> None:
    """Until this transaction ends no other changes a field of the company, or a value of one."""
    await connection.hold_lock(f"{_LOCK}{company_id}")


async def hold_fields(connection: Connection, *, company_id: UUID) -> None:
    """Until this transaction ends no field of the company is changed."""
    query = "SELECT pg_advisory_xact_lock_shared(hashtextextended(:name, 0))"
    await connection.execute(query, name=f"{_LOCK}{company_id}")


async def read_version(connection: Connection, *, company_id: UUID) -> int:
    return await connection.fetch_number(select(companies.c.fields_version).filter_by(id=company_id))


# What has one name and one form in a field and in its row.
_SAME: Final = (
    *("number", "key", "label", "help", "is_own_view", "is_own_edit", "is_sensitive", "is_unique", "is_keyed"),
    *("is_for_employers", "is_ready", "archived_at"),
)


async def list_fields(connection: Connection, *, company_id: UUID) -> list[OwnField]:
    """All fields of the company in their order, the archived ones behind the others."""
    is_archived = company_fields.c.archived_at.is_not(None)
    fields = select(company_fields).filter_by(company_id=company_id).order_by(is_archived, company_fields.c.position)
    choices = select(field_choices).filter_by(company_id=company_id).order_by(field_choices.c.position)
    options: dict[int, list[FieldChoice]] = {}
    for row in await connection.fetch_all(choices):
        option = FieldChoice(number=row.number, label=row.label, is_archived=row.is_archived)
        options.setdefault(row.field, []).append(option)
    return [
        OwnField(
            name=f"{PREFIX}{row.key}",
            own_kind=OwnKind(row.kind),
            options=tuple(options.get(row.number, ())),
            is_shared=OwnKind(row.kind).has_choices,
            version=row.version,
            required_for=frozenset(map(Profile, row.required_for)),
            viewers=frozenset(map(Profile, row.viewers)),
            editors=frozenset(map(Profile, row.editors)),
            **{name: row[name] for name in _SAME},
        )
        for row in await connection.fetch_all(fields)
    ]


def _stored(field: OwnField) -> dict[str, Any]:
    return {
        **{name: getattr(field, name) for name in _SAME},
        **{name: sorted(getattr(field, name)) for name in ("required_for", "viewers", "editors")},
        "kind": field.own_kind,
        "folded_label": fold_name(field.label),
    }


async def add_field(connection: Connection, field: OwnField, *, company_id: UUID) -> None:
    """Add a field behind the others."""
    last = select(func.coalesce(func.max(company_fields.c.position), 0) + 1).filter_by(company_id=company_id)
    added = {"position": last.scalar_subquery(), **_stored(field)}
    await connection.execute(insert(company_fields).values(company_id=company_id, **added))
    await _store_choices(connection, field, company_id=company_id)
    await raise_version(connection, company_id=company_id)


async def change_field(connection: Connection, field: OwnField, *, company_id: UUID) -> OwnField:
    """Store a locked field as it is to be, also archived or restored; return it with its new version."""
    changed = replace(field, version=field.version + 1)
    row = update(company_fields).filter_by(company_id=company_id, number=field.number)
    await connection.execute(row.values(version=changed.version, **_stored(field)))
    await _store_choices(connection, field, company_id=company_id)
    await raise_version(connection, company_id=company_id)
    return changed


async def _store_choices(connection: Connection, field: OwnField, *, company_id: UUID) -> None:
    await connection.execute(delete(field_choices).filter_by(company_id=company_id, field=field.number))
    query = """
        INSERT INTO field_choices (company_id, field, number, position, label, folded_label, is_archived)
        SELECT :company_id, :field, c.number, c.place, c.label, c.folded_label, c.is_archived
          FROM unnest(CAST(:numbers AS smallint[]), CAST(:labels AS text[]), CAST(:folded AS text[]),
                      CAST(:archived AS boolean[]))
               WITH ORDINALITY AS c(number, label, folded_label, is_archived, place)
    """
    columns = {
        "numbers": [option.number for option in field.options],
        "labels": [option.label for option in field.options],
        "folded": [fold_name(option.label) for option in field.options],
        "archived": [option.is_archived for option in field.options],
    }
    await connection.execute(query, company_id=company_id, field=field.number, **columns)


async def raise_version(connection: Connection, *, company_id: UUID) -> None:
    company = update(companies).filter_by(id=company_id)
    await connection.execute(company.values(fields_version=companies.c.fields_version + 1))


async def store_order(connection: Connection, numbers: Sequence[int], *, company_id: UUID) -> None:
    """Put these fields into this order, by one statement."""
    query = """
        UPDATE company_fields f SET position = placed.place
          FROM unnest(CAST(:numbers AS smallint[])) WITH ORDINALITY AS placed(number, place)
         WHERE f.company_id = :company_id AND f.number = placed.number
    """
    await connection.execute(query, company_id=company_id, numbers=numbers)
    await raise_version(connection, company_id=company_id)


async def count_people(connection: Connection, *, company_id: UUID) -> dict[int, int]:
    """How many people have a value of each field."""
    query = """
        SELECT CAST(each.number AS int) AS number, count(*) AS people
          FROM person_fields p CROSS JOIN LATERAL jsonb_object_keys(p.own_values) AS each(number)
         WHERE p.company_id = :company_id GROUP BY 1
    """
    return {row.number: row.people for row in await connection.fetch_all(query, company_id=company_id)}


async def find_uses(connection: Connection, *, company_id: UUID) -> dict[str, list[FieldUse]]:
    """The views that show or filter by each field, and the imports that fill it and have not ended, by its key."""
    query = """
        SELECT f.key, 'import' AS kind, i.file_name AS name
          FROM company_fields f JOIN imports i ON i.company_id = f.company_id
           AND i.state IN ('mapping', 'validating', 'ready', 'processing', 'paused', 'undoing')
           AND i.fields -> 'columns' ? ('field:' || f.key)
         WHERE f.company_id = :company_id
         UNION ALL
        SELECT f.key, 'view', v.name
          FROM company_fields f JOIN saved_views v ON v.company_id = f.company_id
           AND (v.columns @> jsonb_build_array(jsonb_build_object('name', 'field:' || f.key))
                OR v.query ->> 'sort' IN ('field:' || f.key, '-field:' || f.key)
                OR CAST(v.query ->> 'where' AS jsonb) @> jsonb_build_array(jsonb_build_object('field', f.key)))
         WHERE f.company_id = :company_id ORDER BY name
    """
    uses: dict[str, list[FieldUse]] = {}
    for row in await connection.fetch_all(query, company_id=company_id):
        uses.setdefault(row.key, []).append(FieldUse(kind=row.kind, name=row.name))
    return uses


# SQL of all values of a field, each with the number of people who have it.
_VALUES = """
    SELECT own_values -> :slot AS value, count(*) AS people FROM person_fields
     WHERE company_id = :company_id AND own_values ? :slot GROUP BY 1
"""


async def count_values(connection: Connection, number: int, *, company_id: UUID) -> list[tuple[Value, int]]:
    """Each value of a field, and how many people have it; the most frequent first."""
    rows = await connection.fetch_all(f"{_VALUES} ORDER BY 2 DESC, 1", company_id=company_id, slot=str(number))
    return [(row.value, row.people) for row in rows]


async def replace_values(
    connection: Connection, number: int, values: Sequence[tuple[Value, Value]], *, company_id: UUID
) -> None:
    """Give each who has the first of two values the second one."""
    query = """
        UPDATE person_fields p SET own_values = p.own_values || jsonb_build_object(CAST(:slot AS text), c.new)
          FROM unnest(CAST(:former AS jsonb[]), CAST(:new AS jsonb[])) AS c(former, new)
         WHERE p.company_id = :company_id AND p.own_values -> :slot = c.former
    """
    former, new = ([pair[place] for pair in values] for place in (0, 1))
    await connection.execute(query, company_id=company_id, slot=str(number), former=former, new=new)


async def find_own_values(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID
) -> dict[UUID, dict[str, Value]]:
    """Return the values of people by slot; people without any are left out."""
    found = select(person_fields.c.user_id, person_fields.c.own_values).filter_by(company_id=company_id)
    rows = await connection.fetch_all(found.where(person_fields.c.user_id == any_id(user_ids)))
    return {row.user_id: {slot_of(int(number)): value for number, value in row.own_values.items()} for row in rows}


async def find_telling(connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID) -> list[tuple[str, str]]:
    """Values of these people that tell who one is, by the keys of their fields: no other person has them.

    They are texts, and whatever stands in a field of which no two people have the same value.
    """
    query = """
        SELECT DISTINCT f.key, each.value #>> '{}' AS value
          FROM person_fields p CROSS JOIN LATERAL jsonb_each(p.own_values) AS each(number, value)
          JOIN company_fields f ON f.company_id = :company_id AND f.number = CAST(each.number AS int)
         WHERE p.company_id = :company_id AND p.user_id = ANY(CAST(:user_ids AS uuid[]))
           AND (f.is_unique OR f.kind IN ('text', 'long'))
           AND NOT EXISTS (SELECT FROM person_fields o
                            WHERE o.company_id = :company_id AND o.user_id <> ALL(CAST(:user_ids AS uuid[]))
                              AND o.own_values @> jsonb_build_object(each.number, each.value))
    """
    rows = await connection.fetch_all(query, company_id=company_id, user_ids=list(user_ids))
    return [(row.key, row.value) for row in rows]


async def find_open_values(
    connection: Connection, user_ids: Sequence[UUID], *, company_id: UUID, numbers: Sequence[int], masked: Sequence[int]
) -> dict[UUID, dict[str, Value]]:
    """Return the values of these fields alone, by slot: dots for those that are masked. People without are left out.

    What a caller may not see does not leave Postgres.
    """
    query = """
        SELECT p.user_id, jsonb_object_agg(each.key, CASE WHEN each.key = ANY(CAST(:masked AS text[]))
                                                          THEN to_jsonb(CAST(:dots AS text)) ELSE each.value END)
                          AS shown
          FROM person_fields p CROSS JOIN LATERAL jsonb_each(p.own_values) AS each
         WHERE p.company_id = :company_id AND p.user_id = ANY(CAST(:user_ids AS uuid[]))
           AND each.key = ANY(CAST(:numbers AS text[]))
         GROUP BY p.user_id
    """
    allowed = {"numbers": list(map(str, numbers)), "masked": list(map(str, masked)), "dots": HIDDEN}
    rows = await connection.fetch_all(query, company_id=company_id, user_ids=list(user_ids), **allowed)
    return {row.user_id: {slot_of(int(number)): value for number, value in row.shown.items()} for row in rows}


async def write_values(connection: Connection, given: Mapping[UUID, Mapping[str, Value]], *, company_id: UUID) -> None:
    """Write values of locked accounts, by their slots; a null removes one. Other values stay."""
    query = """
        WITH given AS (
            SELECT * FROM unnest(CAST(:ids AS uuid[]), CAST(:given AS jsonb[])) AS c(user_id, own_values)
        ), changed AS (
            UPDATE person_fields p SET own_values = jsonb_strip_nulls(p.own_values || g.own_values)
              FROM given g WHERE p.company_id = :company_id AND p.user_id = g.user_id
            RETURNING p.user_id
        )
        INSERT INTO person_fields (company_id, user_id, own_values)
        SELECT :company_id, g.user_id, jsonb_strip_nulls(g.own_values) FROM given g
         WHERE jsonb_strip_nulls(g.own_values) <> '{}' AND g.user_id NOT IN (SELECT user_id FROM changed)
         ORDER BY g.user_id
    """
    by_number = [{str(number_of(slot)): value for slot, value in values.items()} for values in given.values()]
    await connection.execute(query, company_id=company_id, ids=list(given), given=by_number)


async def find_taken(
    connection: Connection, wanted: Sequence[tuple[UUID | None, str, Value]], *, company_id: UUID
) -> list[int]:
    """Find the places of those of (person, slot, value) of unique fields whose value another person has."""
    query = """
        SELECT DISTINCT w.place
          FROM unnest(CAST(:fields AS smallint[]), CAST(:ids AS uuid[]), CAST(:given AS jsonb[]))
               WITH ORDINALITY AS w(field, user_id, value, place)
         CROSS JOIN LATERAL
               waymark_field_keys(:company_id, jsonb_build_object(CAST(w.field AS text), w.value)) AS made
          JOIN field_keys k ON k.company_id = :company_id AND k.field = made.field AND k.text_key = made.text_key
           AND k.is_unique AND k.user_id IS DISTINCT FROM w.user_id
    """
    places = await connection.fetch_column(
        query,
        company_id=company_id,
        fields=[number_of(slot) for _, slot, _ in wanted],
        ids=[user_id for user_id, _, _ in wanted],
        given=[value for _, _, value in wanted],
    )
    return [place - 1 for place in places]


async def find_repeated(connection: Connection, number: int, *, company_id: UUID) -> list[tuple[str, int]]:
    """Values that several people have as a unique field compares them, and of how many; the most frequent first."""
    query = f"""
        SELECT min(value #>> '{{}}') AS value, CAST(sum(people) AS bigint) AS people FROM ({_VALUES}) AS each
         GROUP BY {folded("value #>> '{}'")}
        HAVING sum(people) > 1 ORDER BY 2 DESC, 1
    """  # noqa: S608 - a constant
    rows = await connection.fetch_all(query, company_id=company_id, slot=str(number))
    return [(row.value, row.people) for row in rows]


async def drop_keys(connection: Connection, number: int, *, company_id: UUID) -> None:
    await connection.execute(delete(field_keys).filter_by(company_id=company_id, field=number))


async def unready_companies(connection: Connection) -> list[UUID]:
    """The companies that have fields whose keys are to be written."""
    unready = select(company_fields.c.company_id).where(~company_fields.c.is_ready).distinct()
    return await connection.fetch_column(unready)


async def unready_fields(connection: Connection, *, company_id: UUID) -> list[int]:
    unready = select(company_fields.c.number).filter_by(company_id=company_id).where(~company_fields.c.is_ready)
    return await connection.fetch_column(unready)


async def fill_keys(
    connection: Connection, number: int, *, company_id: UUID, after: UUID | None, most: int
) -> UUID | None:
    """Write the keys of the next people's values, behind one; return the last of them, or None at the end.

    Their values are locked: a key of one that is removed meanwhile would stay.
    Values that another person has already are left out where the field is unique: they were entered meanwhile.
    """
    query = """
        WITH people AS MATERIALIZED (
            SELECT user_id, own_values FROM person_fields
             WHERE company_id = :company_id AND (CAST(:after AS uuid) IS NULL OR user_id > CAST(:after AS uuid))
             ORDER BY user_id LIMIT :most FOR SHARE
        ), filled AS (
            INSERT INTO field_keys (company_id, field, user_id, text_key, number_key, is_unique)
            SELECT :company_id, made.field, p.user_id, made.text_key, made.number_key, made.is_unique
              FROM people p CROSS JOIN LATERAL waymark_field_keys(:company_id, p.own_values) AS made
             WHERE made.field = :number ON CONFLICT DO NOTHING
        )
        SELECT user_id FROM people ORDER BY user_id DESC LIMIT 1
    """
    place = {"after": after, "most": most}
    return await connection.find_value(UUID, query, company_id=company_id, number=number, **place)


async def mark_ready(connection: Connection, number: int, *, company_id: UUID) -> None:
    row = update(company_fields).filter_by(company_id=company_id, number=number)
    await connection.execute(row.values(is_ready=True))
    await raise_version(connection, company_id=company_id)
