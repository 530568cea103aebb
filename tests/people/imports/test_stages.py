"""Files that name the stage of each person."""

import asyncio
from collections.abc import Sequence
from uuid import UUID

import pytest

from server.messaging.notifications.notify import NOTIFICATION_NEW
from server.people.imports.checking.check_import import check_import
from server.people.imports.run.undo_import import preview_undo
from server.people.imports.states import ImportMode, ImportState, RowChange, RowFilter
from tests.fixtures.import_files import HEADER, csv_file, people, person
from tests.fixtures.import_modes import run
from tests.fixtures.imports import Office
from tests.fixtures.publisher import RecordingPublisher

OTHERS = "Applied, Screening, Interview, Selected, In training, Certified, Placed, Left"
UNKNOWN = f"Your company has no such stage: write the name of one of them, such as {OTHERS}"
ONLY = "Only applicants and trainees are in a stage"
ARCHIVED = "The stage in which the person was before is archived"
SINCE = "The stage was archived or renamed after the preview"
TRAINER = {"role": "FACULTY", "profile": "TRAINER"}


async def upload(office: Office, *rows: tuple[Sequence[str], str], heading: str = "Stage") -> UUID:
    """Rows with the cell that names their stage, checked."""
    content = csv_file(*((*cells, stage) for cells, stage in rows), header=(*HEADER, heading))
    import_id = await office.upload(content)
    await check_import(office.services, import_id=import_id)
    return import_id


async def ways(office: Office) -> dict[str, list[str]]:
    """By email, the stages that people are and were in, the first first, without what was taken back."""
    rows = await office.fetch(
        """
        SELECT u.email, array_agg(s.name ORDER BY e.entered_at) AS names
          FROM stage_entries e JOIN stages s ON s.id = e.stage_id JOIN users u ON u.id = e.user_id
         WHERE e.undone_at IS NULL AND u.email LIKE 'imported%' GROUP BY u.email ORDER BY u.email
        """
    )
    return {row["email"].partition("@")[0]: row["names"] for row in rows}


async def check_figures(office: Office) -> None:
    wrong = await office.fetch(
        """
        SELECT FROM stages s
         WHERE (SELECT coalesce(sum(people), 0) FROM stage_figures f WHERE f.stage_id = s.id)
            <> (SELECT count(*) FROM stage_entries e WHERE e.stage_id = s.id AND e.left_at IS NULL)
        """
    )
    assert not wrong


async def rename(office: Office, before: str, after: str) -> None:
    query = "UPDATE stages SET name = $2, folded_name = lower($2) WHERE name = $1 AND company_id = $3"
    await office.execute(query, before, after, office.person.company.id)


async def archive(office: Office, name: str) -> None:
    query = "UPDATE stages SET archived_at = now() WHERE name = $1 AND company_id = $2"
    await office.execute(query, name, office.person.company.id)


@pytest.mark.parametrize("heading", ["Stage", "CURRENT STAGE", "Selection status", "Result", "status", "Final Result"])
async def test_people_begin_in_the_stage_that_their_row_names_and_were_in_no_other(
    office: Office, heading: str
) -> None:
    import_id = await upload(
        office, (person(1), "Certified"), (person(2), " in  TRAINING "), (person(3), ""), heading=heading
    )
    snapshot = await office.snapshot(import_id)
    assert (snapshot.valid_rows, snapshot.unknown_headers, snapshot.columns[-1]) == (3, [], "stage")
    assert [row.stage for row in (await office.rows(import_id)).data] == ["Certified", "In training", ""]
    await office.start(import_id)
    await office.work(import_id)
    await office.check_books(import_id)

    assert await ways(office) == {"imported1": ["Certified"], "imported2": ["In training"], "imported3": ["Selected"]}
    await check_figures(office)


@pytest.mark.parametrize(
    ("cells", "columns"),
    [
        (("Active", "Inactive"), "isActive"),
        (("Active", "Left"), "isActive"),
        (("Selected", "Left"), "stage"),
        (("Pass", "Fail"), None),
    ],
)
async def test_a_status_is_what_its_cells_say(office: Office, cells: Sequence[str], columns: str | None) -> None:
    import_id = await upload(office, *zip((person(1), person(2)), cells, strict=True), heading="Status")
    snapshot = await office.snapshot(import_id)
    assert {*snapshot.columns} - set(HEADER) == ({columns} if columns else set())
    assert snapshot.unknown_headers == ([] if columns else ["Status"])


async def test_marks_are_no_stages(office: Office) -> None:
    import_id = await upload(office, (person(1), "Pass"), (person(2), "72%"), heading="Result")
    snapshot = await office.snapshot(import_id)
    assert (snapshot.valid_rows, snapshot.unknown_headers) == (2, ["Result"])


async def test_what_is_wrong_with_a_stage_is_an_error_of_its_row(office: Office) -> None:
    await archive(office, "Interview")
    import_id = await upload(
        office, (person(1), "Hired"), (person(2), "Interview"), (person(3, **TRAINER), "Placed"), (person(4), "Placed")
    )
    errors = [[each.message for each in row.errors] for row in (await office.rows(import_id)).data]
    unknown = UNKNOWN.replace("Interview, ", "")
    assert errors == [[unknown], [unknown], [ONLY], []]


async def test_an_update_moves_people_and_not_those_who_work_here(office: Office) -> None:
    await office.work(await office.begin(*people(3), person(4, **TRAINER)))
    import_id = await upload(
        office,
        (person(1), "Placed"),
        (person(2, workLocation="Delhi"), "Interview"),
        (person(3), "selected"),
        (person(4, role="", profile=""), "Placed"),
    )
    rows = (await office.rows(import_id)).data
    assert [row.change for row in rows] == [RowChange.CHANGED, RowChange.CHANGED, RowChange.UNCHANGED, None]
    assert [row.before for row in rows] == [
        {"stage": "Selected"},
        {"workLocation": "Pune", "stage": "Selected"},
        {},
        {},
    ]
    assert [each.message for each in rows[3].update_errors] == [ONLY]

    ended = await run(office, import_id, ImportMode.UPDATE)
    assert (ended.changed, ended.unchanged) == (2, 1)
    assert await ways(office) == {
        "imported1": ["Selected", "Placed"],
        "imported2": ["Selected", "Interview"],
        "imported3": ["Selected"],
    }
    assert await office.fetch_value("SELECT count(*) FROM stage_entries WHERE work_id = $1", import_id) == 2
    await check_figures(office)


async def test_who_was_moved_since_the_preview_is_left_there(office: Office) -> None:
    await office.work(await office.begin(*people(2)))
    import_id = await upload(office, (person(1), "Placed"), (person(2), "Placed"))
    await office.execute(
        "UPDATE stage_entries SET stage_id = (SELECT id FROM stages s WHERE s.company_id = stage_entries.company_id "
        "AND name = 'Left') WHERE user_id = (SELECT id FROM users WHERE email LIKE 'imported1@%')"
    )
    ended = await run(office, import_id, ImportMode.UPDATE)
    assert (ended.changed, ended.failed_count) == (1, 1)
    assert await ways(office) == {"imported1": ["Left"], "imported2": ["Selected", "Placed"]}


async def test_a_stage_archived_or_renamed_after_the_preview_fails_its_rows(office: Office) -> None:
    import_id = await upload(office, (person(1), "Placed"), (person(2), "Certified"), (person(3), ""))
    await archive(office, "Placed")
    await rename(office, "Certified", "Graduated")
    await office.start(import_id)
    ended = await office.work(import_id)
    await office.check_books(import_id)
    assert (ended.success_count, ended.failed_count) == (1, 2)
    assert [row.message for row in (await office.rows(import_id)).data] == [SINCE, SINCE, "Created"]


async def test_a_stage_archived_between_two_chunks_takes_no_one_else(office: Office) -> None:
    import_id = await upload(office, *((person(number), "Placed") for number in (1, 2)))
    await office.start(import_id)
    await office.cut(import_id, rows=1)
    await office.create_chunk(import_id)
    await archive(office, "Placed")
    ended = await office.work(import_id)
    assert (ended.success_count, ended.failed_count) == (1, 1)
    assert await ways(office) == {"imported1": ["Placed"]}


async def test_an_archive_waits_for_the_chunk_that_brings_people(office: Office) -> None:
    import_id = await upload(office, *((person(number), "Placed") for number in range(1, 6)))
    await office.start(import_id)
    await asyncio.gather(office.work(import_id), archive(office, "Placed"))
    inside = await ways(office)
    failed = [row.message for row in (await office.rows(import_id)).data if row.message == SINCE]
    assert len(inside) + len(failed) == 5
    assert all(each == ["Placed"] for each in inside.values())


async def test_an_edit_of_a_row_keeps_its_stage(office: Office) -> None:
    import_id = await upload(office, (person(1), "Hired"), (person(2), "placed"), (person(3, email="x"), "Placed"))
    await office.delete_row(import_id, 3)
    rows = (await office.rows(import_id)).data
    assert [row.stage for row in rows] == ["Hired", "Placed"]
    assert [[each.message for each in row.errors] for row in rows] == [[UNKNOWN], []]


async def test_an_undo_takes_moves_back_where_no_one_has_moved_the_person_since(office: Office) -> None:
    await office.work(await office.begin(*people(3)))
    import_id = await upload(
        office,
        (person(1), "Placed"),
        (person(2, workLocation="Delhi"), "Placed"),
        (person(3), "Placed"),
        (person(4), "Placed"),
    )
    await run(office, import_id, ImportMode.UPSERT)
    third = "SELECT id FROM users WHERE email LIKE 'imported3@%'"
    await office.execute(
        f"UPDATE stage_entries SET work_id = NULL WHERE left_at IS NULL AND user_id = ({third})"  # noqa: S608
    )
    await office.undo(import_id)
    ended = await office.undo_all(import_id)
    assert (ended.state, ended.undone) == (ImportState.UNDONE, 3)
    assert await ways(office) == {
        "imported1": ["Selected"],
        "imported2": ["Selected"],
        "imported3": ["Selected", "Placed"],
    }
    assert await office.fetch_value("SELECT count(*) FROM stage_entries WHERE undone_at IS NOT NULL") == 2
    kept = await office.rows(import_id, status=RowFilter.KEPT)
    assert [(row.row, row.message) for row in kept.data] == [(3, "The account has been changed since")]
    await check_figures(office)


async def test_an_undo_says_that_the_stage_before_is_archived(office: Office) -> None:
    await office.work(await office.begin(*people(2)))
    import_id = await upload(office, (person(1), "Placed"), (person(2), "Placed"))
    await run(office, import_id, ImportMode.UPDATE)
    await archive(office, "Selected")
    would = await preview_undo(await office.context(), import_id)
    assert (would.updates, [(each.reason, each.rows) for each in would.kept_updates]) == (0, [(ARCHIVED, 2)])
    await office.undo(import_id)
    assert (await office.undo_all(import_id)).undone == 0
    kept = await office.rows(import_id, status=RowFilter.KEPT)
    assert [(row.row, row.message) for row in kept.data] == [(1, ARCHIVED), (2, ARCHIVED)]


async def test_a_row_that_accepts_and_names_a_stage_leaves_its_last_news_behind_the_bell(
    office: Office, publisher: RecordingPublisher
) -> None:
    await office.work(await office.begin(*people(1)))
    await office.execute("UPDATE users SET role = 'APPLICANT', profile = NULL WHERE email LIKE 'imported1@%'")
    await office.execute("UPDATE stage_entries SET stage_id = (SELECT id FROM stages WHERE name = 'Applied')")
    import_id = await upload(office, (person(1), "In training"))
    await run(office, import_id, ImportMode.UPDATE)
    assert await ways(office) == {"imported1": ["Applied", "Selected", "In training"]}
    told = await office.fetch("SELECT id, title, body FROM notifications WHERE kind = 'stage_changed'")
    assert [(row["title"], row["body"]) for row in told] == [("In training", "You are in training.")]
    await office.services.database.settle()
    sent = [each.payload for each in publisher.published if each.event is NOTIFICATION_NEW]
    assert [dict(each)["unread"] for each in sent if dict(each)["id"] == told[0]["id"]] == [1, 1]
    await office.undo(import_id)
    await office.undo_all(import_id)
    assert await office.fetch("SELECT FROM notifications WHERE kind = 'stage_changed'") == []
