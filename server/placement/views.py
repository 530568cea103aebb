"""Calls of placement staff, and of people on their own openings and offers."""

from uuid import UUID

from quart import Blueprint, Response

from server.people.chunks.row_files import CSV, MEDIA_TYPES, XLSX, FileFormat
from server.placement import (
    answer_offers,
    candidates,
    employer_files,
    figures,
    keep_employers,
    keep_openings,
    make_offers,
    own_openings,
    schemas,
    who_fits,
)
from server.platform.http.authentication import Routes, company_slot, current_context, current_services, download
from server.platform.http.requests import IDS_JSON_BYTES, LONG_JSON_BYTES, received_file
from server.platform.schemas import PageQuery
from server.vocabulary.duties import Act

routes = Routes(Blueprint("placement", __name__), "Placement")


@routes.get("/employers", requires=Act.PLACEMENT_VIEW, limit=1200)
async def list_employers(query_args: PageQuery) -> schemas.EmployerPage:
    """The company's employers; for placement staff who see own openings alone, those of these."""
    return await keep_employers.list_employers(current_context(), query=query_args)


@routes.post("/employers", requires=Act.PLACEMENT_MANAGE, limit=600, status=201)
async def add_employer(data: schemas.AddEmployerRequest) -> tuple[schemas.Employer, int]:
    """Add an employer. Placement staff do so where they see all openings."""
    return await keep_employers.add_employer(current_context(), data), 201


@routes.patch("/employers/<uuid:employer_id>", requires=Act.PLACEMENT_MANAGE, limit=600)
async def change_employer(employer_id: UUID, data: schemas.ChangeEmployerRequest) -> schemas.Employer:
    """Change an employer, archive it or take it back. An archived one gets no new openings."""
    return await keep_employers.change_employer(current_context(), data, employer_id=employer_id)


@routes.get("/openings", requires=Act.PLACEMENT_VIEW, limit=1200)
async def list_openings(query_args: schemas.OpeningsQuery) -> schemas.OpeningPage:
    """Openings within the caller's reach."""
    return await keep_openings.list_openings(current_context(), query=query_args)


@routes.post("/openings", requires=Act.PLACEMENT_MANAGE, limit=600, status=201)
async def add_opening(data: schemas.AddOpeningRequest) -> tuple[schemas.Opening, int]:
    """Add an opening, as a draft. Placement staff are put on the openings that they make."""
    return await keep_openings.add_opening(current_context(), data), 201


@routes.get("/openings/<uuid:opening_id>", requires=Act.PLACEMENT_VIEW, limit=2400)
async def get_opening(opening_id: UUID) -> schemas.Opening:
    """One opening."""
    return await keep_openings.get_opening(current_context(), opening_id=opening_id)


@routes.patch("/openings/<uuid:opening_id>", requires=Act.PLACEMENT_MANAGE, limit=600)
async def change_opening(opening_id: UUID, data: schemas.ChangeOpeningRequest) -> schemas.Opening:
    """Change an opening. Its candidates and offers stay as they are."""
    return await keep_openings.change_opening(current_context(), data, opening_id=opening_id)


@routes.post("/openings/<uuid:opening_id>/open", requires=Act.PLACEMENT_MANAGE, limit=600)
async def open_opening(opening_id: UUID, data: schemas.PlacementVersionRequest) -> schemas.Opening:
    """Let people see the opening, apply for it and accept its offers."""
    return await keep_openings.set_state(
        current_context(), data, opening_id=opening_id, state=schemas.OpeningState.OPEN
    )


@routes.post("/openings/<uuid:opening_id>/close", requires=Act.PLACEMENT_MANAGE, limit=600)
async def close_opening(opening_id: UUID, data: schemas.PlacementVersionRequest) -> schemas.Opening:
    """Take no more applications and acceptances."""
    return await keep_openings.set_state(
        current_context(), data, opening_id=opening_id, state=schemas.OpeningState.CLOSED
    )


@routes.put("/openings/<uuid:opening_id>/staff", requires=Act.PLACEMENT_MANAGE, limit=600)
async def choose_opening_staff(opening_id: UUID, data: schemas.OpeningStaffRequest) -> schemas.Opening:
    """Choose who of the placement staff is on the opening."""
    return await keep_openings.choose_staff(current_context(), data, opening_id=opening_id)


@routes.get("/openings/<uuid:opening_id>/fit", requires=Act.PLACEMENT_VIEW, limit=1200)
async def list_who_fits(opening_id: UUID, query_args: PageQuery) -> schemas.FitPage:
    """The people who fulfil the opening's conditions."""
    return await who_fits.list_fitting(current_context(), opening_id=opening_id, query=query_args)


@routes.get("/openings/<uuid:opening_id>/nearly", requires=Act.PLACEMENT_VIEW, limit=120, heavy=True)
async def count_who_nearly_fits(opening_id: UUID) -> schemas.Nearly:
    """How many fulfil all conditions but one, by this one."""
    return await who_fits.count_nearly(current_context(), opening_id=opening_id)


@routes.get("/openings/<uuid:opening_id>/why/<uuid:user_id>", requires=Act.PLACEMENT_VIEW, limit=1200)
async def explain_why_not(opening_id: UUID, user_id: UUID) -> schemas.WhyNot:
    """Which conditions a person does not fulfil."""
    return await who_fits.explain(current_context(), opening_id=opening_id, user_id=user_id)


@routes.get("/openings/<uuid:opening_id>/candidates", requires=Act.PLACEMENT_VIEW, limit=1200)
async def list_opening_candidates(
    opening_id: UUID, query_args: schemas.OpeningCandidatesQuery
) -> schemas.OpeningCandidatePage:
    """The candidates of an opening."""
    return await candidates.list_candidates(current_context(), opening_id=opening_id, query=query_args)


@routes.post(
    "/openings/<uuid:opening_id>/candidates", requires=Act.PLACEMENT_MANAGE, limit=120, json_bytes=IDS_JSON_BYTES
)
async def move_candidates(opening_id: UUID, data: schemas.MoveCandidatesRequest) -> schemas.MovedCandidates:
    """Make people candidates, or move them to a state: shortlist them, select or reject them."""
    return await candidates.move_candidates(current_context(), data, opening_id=opening_id)


@routes.get("/openings/<uuid:opening_id>/candidates/<uuid:user_id>", requires=Act.PLACEMENT_VIEW, limit=1200)
async def get_candidate(opening_id: UUID, user_id: UUID) -> schemas.CandidateDetail:
    """One candidate, with the history."""
    return await candidates.get_candidate(current_context(), opening_id=opening_id, user_id=user_id)


@routes.patch("/openings/<uuid:opening_id>/candidates/<uuid:user_id>", requires=Act.PLACEMENT_MANAGE, limit=1200)
async def change_candidate(
    opening_id: UUID, user_id: UUID, data: schemas.ChangeCandidateRequest
) -> schemas.CandidateDetail:
    """Move one candidate to a state."""
    return await candidates.change_candidate(current_context(), data, opening_id=opening_id, user_id=user_id)


@routes.put("/openings/<uuid:opening_id>/rank", requires=Act.PLACEMENT_MANAGE, limit=600, json_bytes=LONG_JSON_BYTES)
async def rank_candidates(opening_id: UUID, data: schemas.RankRequest) -> schemas.Opening:
    """Put candidates in an order."""
    return await candidates.rank_candidates(current_context(), data, opening_id=opening_id)


@routes.post("/openings/<uuid:opening_id>/file.csv", requires=Act.PLACEMENT_MANAGE, limit=60, downloads=CSV)
async def make_employer_file(opening_id: UUID, data: schemas.SendFileRequest) -> Response:
    """A file of candidates for the employer: names, codes and fields marked for employers. It is recorded."""
    return await _file_as(FileFormat.CSV, opening_id, data)


@routes.post("/openings/<uuid:opening_id>/file.xlsx", requires=Act.PLACEMENT_MANAGE, limit=20, downloads=XLSX)
async def make_employer_workbook(opening_id: UUID, data: schemas.SendFileRequest) -> Response:
    """The same as file.csv, as a workbook."""
    return await _file_as(FileFormat.XLSX, opening_id, data)


async def _file_as(file_format: FileFormat, opening_id: UUID, data: schemas.SendFileRequest) -> Response:
    pieces = await employer_files.write_candidates(
        current_context(), data, opening_id=opening_id, file_format=file_format
    )
    return download(pieces, name=f"candidates.{file_format}", media_type=MEDIA_TYPES[file_format])


@routes.post("/openings/<uuid:opening_id>/file", requires=Act.PLACEMENT_MANAGE, limit=60, takes_file=True)
async def upload_results(opening_id: UUID, query_args: schemas.ResultQuery) -> schemas.ComparedResults:
    """Compare the employer's list with the candidates, or write it: selected and rejected people, by code."""
    file = await received_file()
    async with company_slot(current_services().file_readers):
        return await employer_files.read_results(
            current_context(), file.content, opening_id=opening_id, seen=query_args.seen
        )


@routes.post("/openings/<uuid:opening_id>/offers", requires=Act.PLACEMENT_MANAGE, limit=120, json_bytes=LONG_JSON_BYTES)
async def make_opening_offers(opening_id: UUID, data: schemas.MakeOffersRequest) -> schemas.MovedCandidates:
    """Make offers to candidates, who are told."""
    return await make_offers.make_offers(current_context(), data, opening_id=opening_id)


@routes.get("/offers", requires=Act.PLACEMENT_VIEW, limit=1200)
async def list_offers(query_args: schemas.OffersQuery) -> schemas.OfferPage:
    """Offers of openings within the caller's reach."""
    return await make_offers.list_offers(current_context(), query=query_args)


@routes.patch("/offers/<uuid:offer_id>", requires=Act.PLACEMENT_MANAGE, limit=600)
async def change_offer(offer_id: UUID, data: schemas.ChangeOfferRequest) -> schemas.Offer:
    """Change an offer that waits for its answer; the person is told."""
    return await make_offers.change_offer(current_context(), data, offer_id=offer_id)


@routes.post("/offers/<uuid:offer_id>/withdraw", requires=Act.PLACEMENT_MANAGE, limit=600)
async def withdraw_offer(offer_id: UUID, data: schemas.OfferReasonRequest) -> schemas.Offer:
    """Withdraw an offer that waits or was accepted; the person is told, but not why."""
    return await make_offers.withdraw_offer(current_context(), data, offer_id=offer_id)


@routes.post("/offers/<uuid:offer_id>/free", requires=Act.PLACEMENT_OVERRIDE, limit=600)
async def free_offer(offer_id: UUID, data: schemas.OfferReasonRequest) -> schemas.Offer:
    """Let the person accept a waiting offer whatever the company's policy says. It is recorded."""
    return await make_offers.free_offer(current_context(), data, offer_id=offer_id)


@routes.post("/offers/<uuid:offer_id>/joined", requires=Act.PLACEMENT_MANAGE, limit=600)
async def report_joined(offer_id: UUID, data: schemas.PlacementVersionRequest) -> schemas.Offer:
    """Report that the person has joined: the person is asked, and comes to the company's first stage that is won."""
    return await make_offers.report_joined(current_context(), data, offer_id=offer_id)


@routes.post("/offers/<uuid:offer_id>/did-not-join", requires=Act.PLACEMENT_MANAGE, limit=600)
async def report_did_not_join(offer_id: UUID, data: schemas.OfferReasonRequest) -> schemas.Offer:
    """Report that the person did not join: what the acceptance has closed opens again."""
    return await make_offers.report_did_not_join(current_context(), data, offer_id=offer_id)


@routes.post("/offers/<uuid:offer_id>/end", requires=Act.PLACEMENT_MANAGE, limit=600)
async def end_offer(offer_id: UUID, data: schemas.EndOfferRequest) -> schemas.Offer:
    """Report that a person who has joined has left: other offers can be accepted again."""
    return await make_offers.end_offer(current_context(), data, offer_id=offer_id)


@routes.get("/placement/figures", requires=Act.PLACEMENT_VIEW, limit=600)
async def read_placement_figures(query_args: schemas.FiguresQuery) -> schemas.PlacementFigures:
    """Offers, acceptances and joins of a period, by employer, batch or month."""
    return await figures.read_figures(current_context(), query=query_args)


@routes.get("/me/openings", signed_in=True, limit=1200)
async def list_own_openings(query_args: schemas.OwnOpeningsQuery) -> schemas.OwnOpeningPage:
    """Openings for the caller, and why the caller does not fit."""
    return await own_openings.list_own(current_context(), query=query_args)


@routes.post("/me/openings/<uuid:opening_id>", signed_in=True, limit=120)
async def answer_opening(opening_id: UUID, data: schemas.ApplyRequest) -> schemas.OwnOpening:
    """Apply for an opening, or withdraw from it."""
    return await own_openings.answer_opening(current_context(), data, opening_id=opening_id)


@routes.get("/me/offers", signed_in=True, limit=1200)
async def list_own_offers() -> schemas.OwnOffers:
    """The caller's offers, and what accepting one closes."""
    return await answer_offers.list_own(current_context())


@routes.post("/me/offers/<uuid:offer_id>", signed_in=True, limit=120)
async def answer_offer(offer_id: UUID, data: schemas.AnswerOfferRequest) -> schemas.OwnOffers:
    """Accept or decline an offer, or say whether the caller has joined. The answer is the caller's offers then."""
    return await answer_offers.answer_offer(current_context(), data, offer_id=offer_id)
