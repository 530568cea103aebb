"""Batches: create, list, change, archive."""

import asyncio
from typing import Any

import pytest

from server.people.batches.change_batches import BATCHES_CHANGED, MOST_OPEN
from server.platform.events import VIEWERS
from server.platform.services import Services
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.eventually import eventually
from tests.fixtures.publisher import Published, RecordingPublisher
from tests.fixtures.sign_in import Answer
from tests.fixtures.user_calls import Desk

WHOLE = {"code": "PN-26-07", "location": "Pune", "startsOn": "2026-07-01", "endsOn": "2027-03-31"}
NO_NAME = "Please give the batch a name"


def refusal(answer: Answer) -> tuple[int, str | None, Any]:
    return answer.status, answer.code, answer.body.get("errors")


async def test_a_new_batch_is_empty_and_open(shelf: Shelf) -> None:
    answer = await shelf.add("July 2026", **WHOLE)

    assert answer.status == 201
    kept = {name: answer.body[name] for name in WHOLE}
    assert kept == WHOLE
    assert (answer.body["name"], answer.body["version"], answer.body["archivedAt"]) == ("July 2026", 1, None)
    assert await shelf.figures(answer.body["id"]) == (0, 0, 0, 0)
    assert (await shelf.read(answer.body["id"])).body == answer.body


async def test_only_the_name_is_needed(shelf: Shelf) -> None:
    answer = await shelf.add("  July   2026 ", code=None, location="", startsOn=None)

    assert answer.status == 201
    assert answer.body["name"] == "July 2026"
    assert [answer.body[name] for name in WHOLE] == [None] * 4


async def test_what_is_wrong_is_named_by_field(shelf: Shelf) -> None:
    cases: list[tuple[dict[str, Any], dict[str, str] | str]] = [
        ({"name": None}, {"name": NO_NAME}),
        ({"name": "   "}, {"name": NO_NAME}),
        ({"name": "x" * 101}, {"name": "Please use at most 100 characters"}),
        ({"name": "July; August"}, {"name": "Remove the semicolon: it separates the names of batches in a file"}),
        ({"name": "Ju\u200bly"}, "Remove the invisible character U+200B"),
        ({"name": "J\u0443ly"}, "mixes Cyrillic and Latin letters"),
        ({"name": "July\u202e"}, "Remove the invisible character U+202E"),
        ({"name": "a\u0301\u0301\u0301\u0301\u0301\u0301"}, "Remove marks above or below"),
        ({"code": "c" * 41}, {"code": "Please use at most 40 characters"}),
        ({"code": "P\u2060N"}, "Remove the invisible character U+2060"),
        ({"location": "l" * 201}, {"location": "Please use at most 200 characters"}),
        ({"startsOn": "1.7.2026"}, {"startsOn": "Please write the day as 2026-07-01"}),
        ({"startsOn": "2026-02-30"}, {"startsOn": "Please write the day as 2026-07-01"}),
        ({"startsOn": "\u0662026-07-01"}, {"startsOn": "Please write the day as 2026-07-01"}),
        ({"endsOn": "1026-07-01"}, {"endsOn": "The day must lie between 2000 and 2999"}),
        (
            {"startsOn": "2026-07-02", "endsOn": "2026-07-01"},
            {"endsOn": "The last day must not be before the first"},
        ),
        ({"name": ["July"]}, {"name": "Must be text"}),
        ({"people": 3}, {"people": "Unknown field"}),
    ]
    for fields, errors in cases:
        answer = await shelf.browser.post("batches", json={"name": "July 2026", **fields})

        assert (answer.status, answer.code) == (422, "validation_failed"), fields
        if isinstance(errors, str):
            (sentence,) = answer.body["errors"].values()
            assert errors in sentence, fields
        else:
            assert answer.body["errors"] == errors, fields


@pytest.mark.parametrize(
    "other",
    ["july 2026", "JULY  2026", "\uff2auly 2026", "July\u00a02026"],
)
async def test_a_name_is_taken_in_any_case_and_width(shelf: Shelf, other: str) -> None:
    await shelf.make("July 2026")

    assert refusal(await shelf.add(other)) == (409, "batch_exists", {"name": "A batch has this name already"})


async def test_a_code_is_taken_in_any_case_beside_a_name(shelf: Shelf) -> None:
    await shelf.make("July 2026", code="pn-07")
    await shelf.make("No code")
    await shelf.make("No code either")

    answer = await shelf.add("JULY 2026", code="PN-07")
    taken = {"name": "A batch has this name already", "code": "A batch has this code already"}
    assert refusal(answer) == (409, "batch_exists", taken)


async def test_the_name_of_an_archived_batch_stays_taken_with_a_hint(shelf: Shelf) -> None:
    batch = await shelf.make("July 2026", code="7")
    await shelf.change(batch, archived=True)

    answer = await shelf.add("July 2026", code="7")
    assert refusal(answer) == (
        409,
        "batch_exists",
        {
            "name": "An archived batch has this name: restore it, or choose another name",
            "code": "An archived batch has this code: restore it, or choose another code",
        },
    )


async def test_two_who_add_the_same_name_at_once_make_one_batch(shelf: Shelf, desk: Desk) -> None:
    answers = await asyncio.gather(*(shelf.add("July 2026") for _ in range(6)))

    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409, 409, 409]
    assert await desk.value("SELECT count(*) FROM batches") == 1


async def test_a_repeated_key_makes_one_batch(shelf: Shelf) -> None:
    first = await shelf.add("July 2026", key="k1")
    again = await shelf.add("July 2026", key="k1")

    assert (again.status, again.body) == (201, first.body)
    assert (await shelf.add("Another", key="k1")).code == "idempotency_key_reused"
    assert await shelf.names() == ["July 2026"]


async def test_the_newest_batch_is_the_first_of_the_list(shelf: Shelf) -> None:
    for name in ("A", "B", "C"):
        await shelf.make(name)

    page = (await shelf.page(page=2, pageSize=2)).body
    assert [batch["name"] for batch in page["data"]] == ["A"]
    assert (page["page"], page["pageSize"], page["total"], page["totalIsExact"]) == (2, 2, 3, True)
    assert await shelf.names() == ["C", "B", "A"]


async def test_a_search_finds_any_part_of_name_code_and_location(shelf: Shelf) -> None:
    await shelf.make("July 2026", code="PN-07", location="Navi Mumbai")
    await shelf.make("October", code="X_%", location="Pune")

    for search in ("JULY", "ly 20", "pn-0", "navi", "  Mumbai "):
        assert await shelf.names(search=search) == ["July 2026"], search
    for search in ("pune", "_%", "octobeR"):
        assert await shelf.names(search=search) == ["October"], search
    assert await shelf.names(search="2026 PN") == []
    assert (await shelf.page(search="2026\nPN")).status == 422
    assert await shelf.names(search="%") == ["October"]


async def test_archived_batches_have_a_list_of_their_own(shelf: Shelf) -> None:
    batch = await shelf.make("Old")
    await shelf.make("New")
    archived = await shelf.change(batch, archived=True)

    assert archived.body["archivedAt"] is not None
    assert await shelf.names() == ["New"]
    assert await shelf.names(archived="false") == ["New"]
    assert await shelf.names(archived="") == ["New"]
    assert await shelf.names(archived="true") == ["Old"]
    assert (await shelf.page(archived="perhaps")).status == 422


async def test_a_change_leaves_what_is_not_sent_and_clears_what_is_null(shelf: Shelf) -> None:
    batch = await shelf.make("July 2026", **WHOLE)

    answer = await shelf.change(batch, name="July", code=None, endsOn="", version=1)
    assert (answer.status, answer.body["name"], answer.body["code"]) == (200, "July", None)
    assert (answer.body["startsOn"], answer.body["endsOn"], answer.body["version"]) == ("2026-07-01", None, 2)
    assert refusal(await shelf.change(batch, name=None)) == (422, "validation_failed", {"name": NO_NAME})
    assert (await shelf.change(batch, endsOn="2026-06-30")).status == 422
    assert (await shelf.read(batch)).body == answer.body


async def test_a_change_of_case_keeps_the_batch_s_own_name(shelf: Shelf) -> None:
    batch = await shelf.make("july")
    await shelf.make("October")

    assert (await shelf.change(batch, name="July")).body["name"] == "July"
    assert refusal(await shelf.change(batch, name="OCTOBER"))[:2] == (409, "batch_exists")


async def test_a_change_of_an_earlier_version_is_refused(shelf: Shelf) -> None:
    batch = await shelf.make()
    await shelf.change(batch, location="Pune", version=1)

    assert refusal(await shelf.change(batch, location="Delhi", version=1)) == (409, "edit_conflict", None)
    assert (await shelf.read(batch)).body["location"] == "Pune"


async def test_a_repeated_change_changes_nothing(shelf: Shelf, desk: Desk) -> None:
    batch = await shelf.make()
    first = await shelf.change(batch, archived=True)
    again = await shelf.change(batch, archived=True)

    assert again.body == first.body
    assert await desk.value("SELECT count(*) FROM audit_entries WHERE action LIKE 'batch_%'") == 2


async def test_what_is_done_is_in_the_audit_trail(shelf: Shelf, desk: Desk) -> None:
    batch = await shelf.make("July 2026", location="Pune")
    made = await desk.audit_entry("batch_created")
    assert (made["subject_id"], made["subject_label"], made["actor_id"]) == (batch, "July 2026", desk.person.id)
    assert made["after"] == {"name": "July 2026", "location": "Pune"}

    await shelf.change(batch, name="July", location="Delhi")
    changed = await desk.audit_entry("batch_changed")
    assert changed["before"] == {"name": "July 2026", "location": "Pune"}
    assert changed["after"] == {"name": "July", "location": "Delhi"}

    await shelf.change(batch, archived=True)
    archived = await desk.audit_entry("batch_archived")
    assert (archived["before"], archived["after"]) == ({"isArchived": False}, {"isArchived": True})
    await shelf.change(batch, archived=False)
    assert (await desk.audit_entry("batch_changed"))["after"] == {"isArchived": False}


async def test_those_who_view_users_are_notified(
    shelf: Shelf, services: Services, publisher: RecordingPublisher
) -> None:
    batch = await shelf.make()
    await shelf.change(batch, location="Pune")
    await shelf.change(batch, archived=True)

    def published() -> list[Published]:
        return [each for each in publisher.published if each.event is BATCHES_CHANGED]

    async def has_three() -> bool:
        await services.database.settle()
        return len(published()) == 3

    await eventually(has_three, within=30, what="three events")
    events = published()
    assert [(each.payload.kind, each.payload.ids) for each in events] == [  # type: ignore[attr-defined] # a BatchesChanged
        ("created", [batch]),
        ("changed", [batch]),
        ("archived", [batch]),
    ]
    assert {each.room for each in events} == {VIEWERS.of(shelf.company.id)}


async def test_a_company_has_at_most_a_thousand_open_batches(shelf: Shelf, desk: Desk) -> None:
    batch = await shelf.make()
    await desk.value(
        """
        INSERT INTO batches (company_id, name, folded_name)
        SELECT $1, 'B' || n, 'b' || n FROM generate_series(1, $2::int) n
        """,
        shelf.company.id,
        MOST_OPEN - 1,
    )
    too_many = await shelf.add("One more")
    assert refusal(too_many) == (409, "too_many_batches", None)
    assert "at most 1,000 batches" in too_many.body["message"]
    assert "Archive" in too_many.body["message"]

    await shelf.change(batch, archived=True)
    await shelf.make("One more")
    assert (await shelf.change(batch, archived=False)).code == "too_many_batches"
