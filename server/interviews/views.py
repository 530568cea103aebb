"""Calls on rounds of interviews: of who plans them, of panels, of candidates, and of hall screens."""

from uuid import UUID

from quart import Blueprint, Response

from server.interviews import (
    fill_rounds,
    hall_screen,
    move_candidates,
    own_interviews,
    panel_file,
    plan_panels,
    plan_rounds,
    run_panels,
    schemas,
    score_candidates,
)
from server.people.chunks.row_files import CSV, CSV_TYPE
from server.platform.http.authentication import Routes, company_slot, current_context, current_services, download
from server.platform.http.requests import IDS_JSON_BYTES, received_file
from server.platform.schemas import MessageResponse
from server.vocabulary.duties import Act

routes = Routes(Blueprint("interviews", __name__), "Interviews")


@routes.post("/interviews/rounds", requires=Act.ROUND_MANAGE, limit=240, status=201)
async def add_round(data: schemas.RoundRequest) -> tuple[schemas.RoundDetail, int]:
    """Begin a draft."""
    return await plan_rounds.add_round(current_context(), data), 201


@routes.get("/interviews/rounds", requires=Act.ROUND_MANAGE, limit=1200)
async def list_rounds(query_args: schemas.RoundsQuery) -> schemas.RoundPage:
    """The rounds of the company, or of one day."""
    return await plan_rounds.list_rounds(current_context(), query=query_args)


@routes.get("/interviews/rounds/<uuid:round_id>", requires=Act.ROUND_MANAGE, limit=1200)
async def get_round(round_id: UUID) -> schemas.RoundDetail:
    """A round with its panels."""
    return await plan_rounds.get_round(current_context(), round_id=round_id)


@routes.patch("/interviews/rounds/<uuid:round_id>", requires=Act.ROUND_MANAGE, limit=600)
async def change_round(round_id: UUID, data: schemas.ChangeRoundRequest) -> schemas.RoundDetail:
    """Change what a round is about, or when."""
    return await plan_rounds.change_round(current_context(), data, round_id=round_id)


@routes.delete("/interviews/rounds/<uuid:round_id>", requires=Act.ROUND_MANAGE, limit=240)
async def delete_round(round_id: UUID) -> MessageResponse:
    """Delete a draft."""
    await plan_rounds.delete_round(current_context(), round_id=round_id)
    return MessageResponse(message="The draft is deleted.")


@routes.get("/interviews/panelists", requires=Act.ROUND_MANAGE, limit=1200)
async def find_panelists(query_args: schemas.PanelistsQuery) -> schemas.FoundPanelists:
    """Active people who may sit on a panel, by a part of their name."""
    return await plan_panels.find_panelists(current_context(), query=query_args)


@routes.post("/interviews/rounds/<uuid:round_id>/panels", requires=Act.ROUND_MANAGE, limit=240)
async def add_panels(round_id: UUID, data: schemas.PanelsRequest) -> schemas.RoundDetail:
    """Add panels. None is added where a panelist or a place of one is taken."""
    return await plan_panels.add_panels(current_context(), data, round_id=round_id)


@routes.post("/interviews/rounds/<uuid:round_id>/panels/file", requires=Act.ROUND_MANAGE, limit=60, takes_file=True)
async def read_panels_file(round_id: UUID) -> schemas.ReadPanels:
    """Read panels of a file with the columns Panel, Place, Link, From, To, and Emails of panelists."""
    file = await received_file()
    async with company_slot(current_services().file_readers):
        return await panel_file.read_panels(current_context(), file.content, round_id=round_id)


@routes.patch("/interviews/panels/<uuid:panel_id>", requires=Act.ROUND_MANAGE, limit=600)
async def change_panel(panel_id: UUID, data: schemas.ChangePanelRequest) -> schemas.RoundDetail:
    """Change a panel, or who sits on it."""
    return await plan_panels.change_panel(current_context(), data, panel_id=panel_id)


@routes.delete("/interviews/panels/<uuid:panel_id>", requires=Act.ROUND_MANAGE, limit=240)
async def delete_panel(panel_id: UUID) -> schemas.RoundDetail:
    """Delete a panel that has called no one. Its candidates stay in the round, without a time."""
    return await plan_panels.delete_panel(current_context(), panel_id=panel_id)


@routes.post(
    "/interviews/rounds/<uuid:round_id>/candidates",
    requires=Act.ROUND_MANAGE,
    limit=240,
    heavy=True,
    json_bytes=IDS_JSON_BYTES,
)
async def add_candidates(round_id: UUID, data: schemas.CandidatesRequest) -> schemas.CandidatesAdded:
    """Add people: trainees, and applicants of the company."""
    return await fill_rounds.add_candidates(current_context(), data, round_id=round_id)


@routes.get("/interviews/rounds/<uuid:round_id>/candidates", requires=Act.ROUND_MANAGE, limit=1200)
async def list_candidates(round_id: UUID, query_args: schemas.CandidatesQuery) -> schemas.CandidatePage:
    """The people of a round."""
    return await fill_rounds.list_candidates(current_context(), round_id=round_id, query=query_args)


@routes.post("/interviews/rounds/<uuid:round_id>/fill", requires=Act.ROUND_MANAGE, limit=120, heavy=True)
async def fill_round(round_id: UUID, data: schemas.FillRequest) -> schemas.FillAnswer:
    """Give free times to all who have none, without clashes."""
    return await fill_rounds.fill_round(current_context(), data, round_id=round_id)


@routes.post("/interviews/rounds/<uuid:round_id>/publish", requires=Act.ROUND_MANAGE, limit=60, heavy=True)
async def publish_round(round_id: UUID, data: schemas.VersionRequest) -> schemas.RoundDetail:
    """Tell candidates and panelists. Once it is published, a round is changed person by person."""
    return await plan_rounds.publish_round(current_context(), data, round_id=round_id)


@routes.post("/interviews/rounds/<uuid:round_id>/close", requires=Act.ROUND_MANAGE, limit=60)
async def close_round(round_id: UUID, data: schemas.VersionRequest) -> schemas.RoundDetail:
    """End a round: no one is called any more, and scores are open to their panels."""
    return await plan_rounds.close_round(current_context(), data, round_id=round_id)


@routes.post("/interviews/rounds/<uuid:round_id>/screen", requires=Act.ROUND_MANAGE, limit=60, status=201)
async def make_hall_screen(round_id: UUID) -> tuple[schemas.ScreenLink, int]:
    """Make a link for a screen in the hall; one that was there ends."""
    return await hall_screen.make_screen(current_context(), round_id=round_id), 201


@routes.delete("/interviews/rounds/<uuid:round_id>/screen", requires=Act.ROUND_MANAGE, limit=60)
async def revoke_hall_screen(round_id: UUID) -> MessageResponse:
    """End the link of the hall screen."""
    await hall_screen.revoke_screen(current_context(), round_id=round_id)
    return MessageResponse(message="The link has ended.")


@routes.post("/interviews/screen", public=True, limit=300)
async def read_hall_screen(data: schemas.ScreenRequest) -> schemas.HallScreen:
    """Which panel has called which code: no names."""
    return await hall_screen.read_screen(current_services(), data.token)


@routes.get("/interviews/rounds/<uuid:round_id>/board", requires=Act.ROUND_MANAGE, limit=2400)
async def read_interview_board(round_id: UUID) -> schemas.DayBoard:
    """The panels of a round with who is in, who is next, and how late they run."""
    return await run_panels.read_board(current_context(), round_id=round_id)


@routes.patch("/interviews/<uuid:interview_id>", requires=Act.ROUND_MANAGE, limit=1200)
async def move_candidate(interview_id: UUID, data: schemas.MoveRequest) -> schemas.Candidate:
    """Move a person to another time, panel or place in a queue."""
    return await move_candidates.move_candidate(current_context(), data, interview_id=interview_id)


@routes.post("/interviews/<uuid:interview_id>/desk", requires=Act.ROUND_MANAGE, limit=1200)
async def act_at_desk(interview_id: UUID, data: schemas.DeskRequest) -> schemas.Candidate:
    """Note that a person is here, bring one back, or take one off."""
    return await move_candidates.act_at_desk(current_context(), data, interview_id=interview_id)


@routes.get("/interviews/rounds/<uuid:round_id>/results", requires=Act.ROUND_MANAGE, limit=1200)
async def read_results(round_id: UUID, query_args: schemas.RoundResultsQuery) -> schemas.ResultPage:
    """What panels say of the people of a round."""
    return await score_candidates.read_results(current_context(), round_id=round_id, query=query_args)


@routes.get("/interviews/rounds/<uuid:round_id>/results.csv", requires=Act.ROUND_MANAGE, limit=60, downloads=CSV)
async def download_results(round_id: UUID) -> Response:
    """The results as a file."""
    pieces = await score_candidates.results_file(current_context(), round_id=round_id)
    return download(pieces, name=score_candidates.FILE_NAME, media_type=CSV_TYPE)


@routes.get("/interviews/panels", requires=Act.INTERVIEW_SCORE, limit=1200)
async def list_own_panels() -> schemas.PanelsOfCaller:
    """The caller's own panels."""
    return await run_panels.list_own(current_context())


@routes.get("/interviews/panels/<uuid:panel_id>", requires=Act.INTERVIEW_SCORE, limit=2400)
async def read_panel(panel_id: UUID) -> schemas.PanelView:
    """An own panel with who is in, and who is next."""
    return await run_panels.read_panel(current_context(), panel_id=panel_id)


@routes.post("/interviews/panels/<uuid:panel_id>/next", requires=Act.INTERVIEW_SCORE, limit=1200)
async def call_next(panel_id: UUID, data: schemas.NextRequest) -> schemas.PanelView:
    """End the present interview and call the next person."""
    return await run_panels.call_next(current_context(), data, panel_id=panel_id)


@routes.post("/interviews/panels/<uuid:panel_id>/begin", requires=Act.INTERVIEW_SCORE, limit=1200)
async def begin_interview(panel_id: UUID, data: schemas.CalledRequest) -> schemas.PanelView:
    """The person who was called is in the room."""
    return await run_panels.begin_interview(current_context(), data, panel_id=panel_id)


@routes.post("/interviews/panels/<uuid:panel_id>/absent", requires=Act.INTERVIEW_SCORE, limit=1200)
async def note_absent(panel_id: UUID, data: schemas.CalledRequest) -> schemas.PanelView:
    """The person who was called is not there: three back, twice, then aside. The next one is called."""
    return await run_panels.note_absent(current_context(), data, panel_id=panel_id)


@routes.post("/interviews/panels/<uuid:panel_id>/state", signed_in=True, limit=600)
async def change_panel_state(panel_id: UUID, data: schemas.PanelStateRequest) -> schemas.PanelLane:
    """Pause an own panel, or any of a round that the caller manages, open it again, or close it."""
    return await run_panels.change_state(current_context(), data, panel_id=panel_id)


@routes.post("/interviews/panels/<uuid:panel_id>/move", requires=Act.ROUND_MANAGE, limit=600)
async def move_rest(panel_id: UUID, data: schemas.RestRequest) -> schemas.DayBoard:
    """Give the queue of a panel to another one, or to the next free one."""
    return await move_candidates.move_rest(current_context(), data, panel_id=panel_id)


@routes.put("/interviews/<uuid:interview_id>/score", requires=Act.INTERVIEW_SCORE, limit=1200)
async def send_score(interview_id: UUID, data: schemas.ScoreRequest) -> schemas.InterviewScores:
    """Send the caller's own score, or change it with a reason."""
    return await score_candidates.send_score(current_context(), data, interview_id=interview_id)


@routes.get("/interviews/<uuid:interview_id>/scores", requires=Act.INTERVIEW_SCORE, limit=1200)
async def read_scores(interview_id: UUID) -> schemas.InterviewScores:
    """The caller's own score, and those of the panel once they are open; all of them for who manages the round."""
    return await score_candidates.read_scores(current_context(), interview_id=interview_id)


@routes.get("/me/interviews", signed_in=True, limit=1200)
async def list_own_interviews() -> schemas.OwnInterviews:
    """The caller's own interviews."""
    return await own_interviews.list_own(current_context())


@routes.post("/me/interviews/<uuid:interview_id>", signed_in=True, limit=600)
async def answer_interview(interview_id: UUID, data: schemas.AnswerRequest) -> schemas.OwnInterviews:
    """Confirm or decline an own interview, or say that one is here."""
    return await own_interviews.answer(current_context(), data, interview_id=interview_id)
