"""States of candidates and offers, and what a company's people may accept: words that several rooms share."""

from enum import StrEnum
from typing import Final

from server.platform.process.open_enum import OpenEnum


class CandidacyState(OpenEnum):
    """ELIGIBLE is told of the opening, APPLIED has asked for it; WITHDRAWN: by the person, or for another offer."""

    ELIGIBLE = "eligible"
    APPLIED = "applied"
    SHORTLISTED = "shortlisted"
    IN_ROUNDS = "in_rounds"
    SELECTED = "selected"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"


class OfferState(OpenEnum):
    """JOINED is what staff report; ENDED: has worked there and left."""

    OFFERED = "offered"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    JOINED = "joined"
    DID_NOT_JOIN = "did_not_join"
    ENDED = "ended"


class OfferFilter(StrEnum):
    """MADE: any state. PLACED: accepted, joined or ended; REPORTED, CONFIRMED: by staff alone, by the person as well.

    A period is that of the moment when the offer was made, accepted, reported, or came to the state that it has.
    """

    MADE = "made"
    PLACED = "placed"
    REPORTED = "reported"
    CONFIRMED = "confirmed"
    OFFERED = "offered"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    JOINED = "joined"
    DID_NOT_JOIN = "did_not_join"
    ENDED = "ended"


class PlacementPolicy(OpenEnum):
    """How many offers a person may hold: any number, one, one and then one of a higher tier, at most so many."""

    FREE = "free"
    ONE = "one"
    ONE_THEN_HIGHER = "one_then_higher"
    MOST = "most"


# The company may reach these candidates by email and phone.
REACHABLE: Final = (CandidacyState.SHORTLISTED, CandidacyState.IN_ROUNDS, CandidacyState.SELECTED)
# These end with another offer that closes them, and come back where it comes to nothing.
OPEN_CANDIDACIES: Final = (CandidacyState.ELIGIBLE, CandidacyState.APPLIED, *REACHABLE)
