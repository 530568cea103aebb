"""What the list of users shows of an import."""

from server.people.account.events import USERS_CHANGED
from server.platform.events import VIEWERS
from tests.fixtures.import_files import people, person
from tests.fixtures.imports import Office
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
