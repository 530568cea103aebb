"""S153: own values that jobs on many people set and take back, merges move, cards, trails and files show."""

import json
from typing import Any
from uuid import UUID

import pytest

from server.people.bulk.control_job import OF_ONE_PERSON
from server.people.bulk.rules import CHANGED_SINCE, FIELD_CLOSED
from server.people.bulk.run_job import undo_bulk_job
from server.people.fields.judge_values import NOT_OPEN
from server.vocabulary.own_fields import HIDDEN, TOO_LARGE
from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.bulk_calls import Clipboard, Clipboards
from tests.fixtures.field_calls import Form
from tests.fixtures.people import SignIn
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.user_calls import Desks
from tests.people.duplicates.test_merge_users import PROVED, merge, undo
from tests.training.test_duties import choose


async def read_file(browser: Browser, path: str) -> str:
    answer = await browser.client.get(f"/api/v1/{path}", headers={"Authorization": f"Bearer {browser.token}"})
    return str(await answer.get_data(as_text=True))


async def add_three(form: Form) -> list[UUID]:
    given: list[dict[str, Any]] = [{"course": "CNC", "skills": ["C"]}, {"course": "Fitter"}, {}]
    return [UUID(await form.person(**each)) for each in given]


async def test_own_fields_are_set_for_many_and_an_undo_gives_back_what_each_had(
    form: Form, clipboard: Clipboard
) -> None:
    await form.choose("Course", "CNC", "Fitter", "Welder")
    await form.choose("Skills", "C", "Java", kind="many")
    ids = await add_three(form)
    wanted: dict[str, Any] = {"set": {"workLocation": "Pune", "fields": {"course": 1, "skills": None}}}
    same = {"set": {"fields": {"course": "cnc"}}}
    assert await clipboard.preview("set", ids, **same) == {"total": 3, "allowed": 2, "unchanged": 1, "refused": []}
    job_id = await clipboard.run("set", ids, **wanted)

    assert [await form.values(each) for each in ids] == [{"course": "CNC"}] * 3
    job = await clipboard.read(job_id)
    given = {name: value for name, value in job["set"].items() if value is not None}
    assert given == {"workLocation": "Pune", "field:course": "CNC", "field:skills": ""}
    entry = await form.desk.audit_entry("bulk_started")
    assert (entry["after"]["field:course"], entry["after"]["field:skills"]) == ("CNC", None)
    # What is renamed and archived meanwhile is given back: values name numbers.
    choices = [{"number": 1, "label": "CNC Operator"}, {"number": 3, "label": "Welder"}]
    assert (await form.change("course", choices=choices)).status == 200
    await form.desk.edit(ids[0], fields={"course": 3})
    assert (await clipboard.preview_undo(job_id))["refused"] == [{"reason": CHANGED_SINCE, "count": 1}]
    assert (await clipboard.undo(job_id))["undone"] == 2
    assert [await form.values(each) for each in ids] == [{"course": "Welder"}, {"course": "Fitter"}, {}]


async def test_each_person_is_judged_as_in_their_own_form(form: Form, clipboard: Clipboard) -> None:
    for number in range(4):
        await form.make(f"Note {number}", "long", requiredFor=["TRAINER"] if number == 0 else [])
    full = await form.person(**{f"note{number}": "x" * 4_000 for number in range(1, 4)}, note0="x" * 3_900)
    trainer = (await form.desk.create(profile="TRAINER", role="FACULTY", fields={"note0": "y"})).body["id"]
    job_id = await clipboard.run("set", [full], set={"fields": {"note0": "x" * 4_000, "note1": "क" * 2_000}})
    assert await clipboard.messages(job_id) == {TOO_LARGE: 1}
    removed = await clipboard.run("set", [full, trainer], set={"fields": {"note0": None}})
    assert await clipboard.messages(removed) == {None: 1, "Note 0 is required": 1}


@pytest.mark.security("S153")
async def test_only_fields_that_are_the_starter_s_are_set_also_when_the_job_runs(
    form: Form, clipboards: Clipboards, sign_in: SignIn, desks: Desks
) -> None:
    await form.make("Course")
    await form.make("Roll", unique=True)
    await form.make("Remark", viewers=["ADMIN"], editors=[])
    await form.choose("Category", "SC", "General", sensitive=True)
    ids = await add_people(form)
    admin = clipboards.of(await sign_in(Profile.ADMIN, company=form.desk.person.company))
    for key, problem in (("remark", NOT_OPEN), ("rol", NOT_OPEN), ("roll", OF_ONE_PERSON)):
        refused = await admin.send("set", ids, set={"fields": {key: "x"}})
        assert (refused.status, refused.body["errors"]) == (422, {f"set.fields.{key}": problem})
    # A dry run tells nothing of a sensitive value.
    counts = [await admin.preview("set", ids, set={"fields": {"category": each}}) for each in ("SC", "General")]
    assert [each["unchanged"] for each in counts] == [0, 0]
    dots = await admin.start("set", ids, set={"fields": {"category": "SC"}})
    assert (await admin.read(dots))["set"]["field:category"] == HIDDEN
    await admin.work(dots)

    job_id = await admin.start("set", ids, set={"fields": {"course": "CNC"}})
    await form.change("course", editors=[])
    await admin.work(job_id)
    assert await admin.messages(job_id) == {FIELD_CLOSED: 2}
    await form.change("course", editors=["ADMIN"])
    job_id = await admin.run("set", ids, set={"fields": {"course": "CNC"}})
    await form.change("course", editors=[])
    assert (await admin.preview_undo(job_id))["refused"] == [{"reason": FIELD_CLOSED, "count": 2}]
    assert (await admin.undo(job_id))["undone"] == 0
    assert [(await form.values(each))["course"] for each in ids] == ["CNC", "CNC"]
    # Management may read jobs, and does not see a field that is for others alone.
    await form.change("course", editors=["ADMIN"], viewers=["ADMIN"])
    manager = clipboards.of(await sign_in(Profile.MANAGEMENT, company=form.desk.person.company))
    assert (await manager.read(job_id))["set"]["field:course"] == HIDDEN


async def add_people(form: Form) -> list[UUID]:
    return [UUID(await form.person(category="SC")) for _ in range(2)]


async def test_an_undo_leaves_values_whose_field_has_another_kind_by_now(form: Form, clipboard: Clipboard) -> None:
    await form.make("Year")
    person = await form.person(year="second")
    job_id = await clipboard.run("set", [person], set={"fields": {"year": "2"}})
    assert (await form.change("year", kind="number")).status == 200
    await clipboard.ask("undo", job_id)
    await undo_bulk_job(clipboard.services, job_id=job_id)

    assert await clipboard.messages(job_id) == {CHANGED_SINCE: 1}
    assert await form.values(person) == {"year": 2}


async def test_a_merge_takes_chosen_values_and_an_undo_gives_both_back(form: Form) -> None:
    boss = form.desk
    await execute(boss.services, PROVED, boss.person.session_id)
    await form.choose("Course", "CNC", "Fitter")
    await form.make("Roll", unique=True)
    await form.make("Note", "long")
    survivor = await form.person(course="CNC", roll="7", note="x" * 4_000)
    merged = await form.person(course="Fitter", roll="8", note="y")
    unknown = await merge(boss, survivor, merged, "field:rol")
    assert (unknown.status, unknown.body["errors"]) == (422, {"take": NOT_OPEN})
    done = await merge(boss, survivor, merged, "field:course", "field:roll")

    assert (done.body["fields"]["course"], done.body["fields"]["roll"]) == ("Fitter", "8")
    assert await form.values(merged) == {"course": "Fitter", "note": "y"}
    assert (await undo(boss)).status == 200
    shown = [await form.values(each) for each in (survivor, merged)]
    assert [(each["course"], each["roll"]) for each in shown] == [("CNC", "7"), ("Fitter", "8")]


@pytest.mark.security("S153")
async def test_a_card_and_no_other_call_shows_a_trainer_what_is_open_to_trainers(
    form: Form, shelf: Shelf, desks: Desks, sign_in: SignIn
) -> None:
    await form.choose("Course", "CNC", "Fitter", viewers=["TRAINER"], editors=[])
    await form.make("Category", viewers=["TRAINER"], editors=[], sensitive=True)
    await form.make("Fee", viewers=["ADMIN"], editors=[])
    person = await form.person(course="CNC", category="secret-1", fee="secret-2")
    trainer, batch_id = await sign_in(Profile.TRAINER, company=form.desk.person.company), await shelf.make()
    await form.desk.edit(trainer.id, fields={"course": "Fitter", "fee": "secret-3"})
    await shelf.put_in(batch_id, [UUID(person)])
    assert (await choose(form.browser, batch_id, trainer.id)).status == 200
    browser = desks.of(trainer).browser

    [card] = (await browser.get(f"training/batches/{batch_id}/people")).body["data"]
    assert card["fields"] == {"course": "CNC"}
    paths = [f"training/batches/{batch_id}", "training/batches", "fields", "users/profile", "dashboard", "users"]
    answers = [json.dumps((await browser.get(path)).body) for path in (*paths, f"users/{person}", "audit")]
    assert not any("secret" in each for each in answers)
    [listed] = (await browser.get(f"training/batches/{batch_id}")).body["trainers"]
    assert "fields" not in listed


@pytest.mark.security("S153")
async def test_the_trail_shows_readers_the_values_that_are_open_to_them(
    form: Form, desks: Desks, sign_in: SignIn
) -> None:
    await form.make("Course")
    await form.make("Fee waiver", viewers=[], editors=[])
    person = await form.person()
    await form.desk.edit(person, fields={"course": "CNC", "feeWaiver": "full"})
    admin = desks.of(await sign_in(Profile.ADMIN, company=form.desk.person.company)).browser

    for browser, waiver in ((form.browser, "full"), (admin, HIDDEN)):
        [entry] = (await browser.get("audit", query={"action": "user_edited"})).body["data"]
        assert entry["after"] == {"field:course": "CNC", "field:feeWaiver": waiver}
        recent = (await browser.get("users/summary")).body["recent"]
        assert {"field:course": "CNC", "field:feeWaiver": waiver} in [each["after"] for each in recent]
        file = await read_file(browser, "audit.csv?action=user_edited")
        assert f"Course: CNC; Fee waiver: {waiver}" in file


async def test_the_file_of_a_person_names_fields_by_their_labels(form: Form, clipboard: Clipboard) -> None:
    await form.choose("Father’s trade", "CNC", "Fitter")
    await form.make("Hostel", "flag", sensitive=True)
    person = await form.person(fathersTrade="CNC", hostel=True)
    await clipboard.run("set", [person], set={"fields": {"fathersTrade": "Fitter"}})
    data = (await form.browser.get(f"users/{person}/data.json")).body

    assert data["ownFields"] == [{"name": "Father’s trade", "value": "Fitter"}, {"name": "Hostel", "value": True}]
    assert [row["before"] for row in data["bulkRows"]] == [{"field:Father’s trade": "CNC"}]
    assert "Father’s trade: CNC" in await read_file(form.browser, f"users/{person}/data.json?format=html")
