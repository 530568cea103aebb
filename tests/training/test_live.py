"""Who hears that a session has changed: its trainers, those who view people, and the people with a new mark."""

from datetime import timedelta

from server.platform.events import USER, VIEWERS
from server.training.session_events import ATTENDANCE_MINE
from server.vocabulary.profiles import Profile
from tests.fixtures.live_server import StartServer
from tests.fixtures.people import SignIn
from tests.fixtures.publisher import RecordingPublisher
from tests.fixtures.socket_client import open_socket
from tests.fixtures.training_calls import Classroom, sheet


async def test_a_sheet_is_heard_by_trainers_and_viewers_and_by_each_person_whose_mark_it_changed(
    classroom: Classroom, publisher: RecordingPublisher
) -> None:
    session = await classroom.session_at(timedelta(minutes=5))
    await classroom.shelf.services.database.settle()
    publisher.published.clear()
    asha, bina, _ = classroom.people
    await classroom.send(session, sheet(session, {asha: "present", bina: "absent"}))
    await classroom.shelf.services.database.settle()

    heard = [each for each in publisher.published if each.event.name == "training-session:changed"]
    assert {each.room for each in heard} == {USER.of(classroom.trainer_id), VIEWERS.of(classroom.shelf.company.id)}
    assert {(each.payload.taken, each.payload.present, each.payload.version) for each in heard} == {(2, 1, 2)}  # type: ignore[attr-defined] # of this event
    mine = [each.room for each in publisher.published if each.event is ATTENDANCE_MINE]
    assert sorted(mine) == sorted([USER.of(asha), USER.of(bina)])


async def test_one_message_reaches_many_people_in_every_process(start_server: StartServer, sign_in: SignIn) -> None:
    one_person, other = await sign_in(Profile.TRAINEE), await sign_in(Profile.TRAINEE)
    async with (
        start_server() as one,
        start_server() as two,
        open_socket(one.url, {"token": one_person.token}) as here,
        open_socket(two.url, {"token": other.token}) as there,
    ):
        for server in (one, two):
            await server.publisher.subscribed.wait()
        payload = ATTENDANCE_MINE.payload(batch_id=one_person.company.id)
        await one.publisher.publish_to_many(ATTENDANCE_MINE, to=[one_person.id, other.id], payload=payload)
        for socket in (here, there):
            assert await socket.receive("attendance:mine") == {"batchId": str(one_person.company.id)}
