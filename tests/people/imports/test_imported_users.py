"""What the list of users shows of an import."""

from server.people.account.events import USERS_CHANGED
from server.people.imports.states import ImportMode
from server.platform.events import VIEWERS
from tests.fixtures.import_files import people, person
from tests.fixtures.import_modes import run
from tests.fixtures.imports import Office, Offices
from tests.fixtures.people import AddCompany
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.user_list import Reader


async def test_imported_people_are_found_as_soon_as_their_chunk_is_created(reader: Reader, office: Office) -> None:
    import_id = await office.begin(*people(9))
    await office.cut(import_id, rows=3)
    await office.create_chunk(import_id)
    assert (await reader.get(search="imported"))["total"] == 3


async def test_imported_people_are_found_and_sorted_by_the_folded_forms_of_their_names(
    reader: Reader, office: Office
) -> None:
    names = ["Zara Khan", "Émile Zola", "M. S. Dhoni", "फ़ातिमा", "D’Souza Bela"]
    import_id = await office.begin(*(person(number, fullName=name) for number, name in enumerate(names, 1)))
    await office.create_chunk(import_id)
    for search, name in {"emile": names[1], "ms dhoni": names[2], "फातिमा": names[3], "dsouza": names[4]}.items():
        assert await reader.names(search=search) == [name], search
    listed = await reader.names(sort="fullName")
    assert [name for name in listed if name in names] == [names[place] for place in (4, 1, 2, 0, 3)]


async def test_people_are_found_and_selected_by_the_import_that_they_are_of(
    reader: Reader, office: Office, offices: Offices, add_company: AddCompany
) -> None:
    """It has created, updated or found them unchanged; not those whose rows have failed, nor another company's."""
    first = await office.begin(*people(2), person(9))
    assert await reader.names(fromImport=first) == []
    await office.work(first)
    second = await office.check(person(1, fullName="Asha Rao"), person(2), person(3), person(9, phone="1"))
    await run(office, second, ImportMode.UPSERT)
    assert await reader.names(fromImport=first, sort="fullName") == ["Asha Rao", "Imported 2", "Imported 9"]
    of_second = ["Asha Rao", "Imported 2", "Imported 3"]
    assert await reader.names(fromImport=second, sort="fullName") == of_second
    dry = {"action": "deactivate", "select": {"filter": {"fromImport": str(second)}}, "dryRun": True}
    assert (await (await reader.send("/bulk", **dry)).get_json())["total"] == 3
    stranger = await offices.open(company=await add_company())
    theirs = await stranger.begin(person(1, email="their.own@example.org", phone="9000000077"))
    await stranger.work(theirs)
    assert await reader.names(fromImport=theirs) == []


async def test_viewers_of_the_list_are_notified_of_an_import(office: Office, publisher: RecordingPublisher) -> None:
    import_id = await office.begin(*people(9))
    await office.cut(import_id, rows=3)
    # Invitations are published, too, half a second later.
    for _ in range(3):
        await office.create_chunk(import_id)
    await office.services.database.settle()
    published = [each for each in publisher.published if each.event is USERS_CHANGED]
    assert {each.room for each in published} == {VIEWERS.of(office.person.company.id)}
    assert {each.payload.model_dump_json() for each in published} == {'{"kind":"imported","ids":[]}'}
