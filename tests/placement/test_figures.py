"""Every number of placement opens its people; the dashboards of staff, of trainees, and of who sees the company."""

from typing import Any

from server.vocabulary.profiles import Profile
from tests.fixtures.batch_calls import Shelf
from tests.fixtures.people import SignIn
from tests.fixtures.placement_calls import Careers
from tests.fixtures.sign_in import Browser, execute
from tests.fixtures.user_calls import Desks


async def people(careers: Careers, **query: Any) -> int:
    return int((await careers.admin.get("users", query=query)).body["total"])


async def sections(browser: Browser) -> dict[str, Any]:
    return {each["kind"]: each for each in (await browser.get("dashboard")).body["sections"]}


async def test_each_figure_opens_its_people(careers: Careers, shelf: Shelf) -> None:
    other = await careers.employer("Tata")
    batch_id = await shelf.make("Welding")
    await shelf.put_in(batch_id, [each.id for each in careers.trainees])
    first, second = await careers.opening(), await careers.opening(employerId=str(other), title="Turner")
    asha, bina, _ = careers.trainees
    for person in careers.trainees:
        await careers.answer(person, await careers.offered(first, person))
    joined = await careers.offered(second, asha)
    await careers.answer(asha, joined)
    await careers.act(joined, "joined")
    [own] = [each for each in (await careers.own(asha))["offers"] if each["asksJoined"]]
    await careers.answer(asha, own, "joined")
    gone = next(
        each for each in (await careers.admin.get("offers")).body["data"] if each["person"]["id"] == str(bina.id)
    )
    await careers.act(gone, "did-not-join", reason="Has not come")
    figures = (await careers.staff.get("placement/figures", query={"by": "employer"})).body
    names = {"made": "made", "placed": "placed", "reported": "reported", "confirmed": "confirmed"}
    period = {"offerFrom": figures["from"], "offerTo": figures["to"]}
    for row in figures["rows"]:
        for name, offer in {**names, "didNotJoin": "did_not_join"}.items():
            assert row[name] == await people(careers, employer=row["id"], offer=offer, **period), (row, name)
    assert {row["name"]: (row["made"], row["placed"], row["confirmed"]) for row in figures["rows"]} == {
        "Sharma Motors": (3, 2, 0),
        "Tata": (1, 1, 1),
    }
    assert (figures["total"]["made"], figures["total"]["placed"]) == (3, 2)
    [row] = (await careers.staff.get("placement/figures", query={"by": "batch"})).body["rows"]
    assert row["placed"] == await people(careers, batch=row["id"], offer="placed", **period) == 2
    [row] = (await careers.staff.get("placement/figures", query={"by": "month"})).body["rows"]
    assert (row["id"], row["placed"]) == (None, 2)
    counts = await careers.read(first)
    for state, number in counts["candidates"].items():
        assert number == await people(careers, opening=first["id"], candidacy=state)
    assert counts["accepted"] == await people(careers, opening=first["id"], offer="accepted")
    turned = await careers.staff.get("placement/figures", query={"from": "2026-02-01", "to": "2026-01-01"})
    assert turned.status == 422


async def test_staff_see_what_runs_out_and_trainees_what_waits(careers: Careers, sign_in: SignIn, desks: Desks) -> None:
    opening, (asha, bina, _) = await careers.opening(lastDay="2199-01-01"), careers.trainees
    await careers.offered(opening, asha)
    kept = await careers.offered(opening, bina)
    await careers.answer(bina, kept)
    await execute(careers.desk.services, "UPDATE offers SET joins_on = current_date WHERE user_id = $1", bina.id)
    shown = (await sections(careers.staff))["placement"]
    assert (shown["waiting"], shown["expected"]) == (1, 1)
    assert [each["fullName"] for each in shown["offers"]] != []
    assert [(each["seats"], each["taken"], each["waiting"]) for each in shown["openings"]] == [(10, 1, 1)]
    own = (await sections(careers.of(asha)))["offers"]["items"]
    assert [(each["title"], each["closes"]["openings"]) for each in own] == [("Fitter", [])]
    assert "offers" not in await sections(careers.of(bina))
    manager = desks.of(await sign_in(Profile.MANAGEMENT)).browser
    shown = await sections(manager)
    assert shown["placementFigures"]["total"]["placed"] == 1
    assert "placement" not in shown
    assert "placementFigures" not in await sections(careers.staff)
    trainer = desks.of(await sign_in(Profile.TRAINER)).browser
    assert {"placement", "offers", "placementFigures"}.isdisjoint(await sections(trainer))
    assert (await trainer.get("openings")).status == 403
