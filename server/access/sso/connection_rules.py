"""What a connection may look like."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from server.access.sso.connection import ConnectionFields
from server.access.sso.schemas import ChangeConnectionRequest, CreateConnectionRequest
from server.platform.errors import ValidationFailedError
from server.platform.services import Services
from server.vocabulary.emails import normalize_email
from server.vocabulary.names import company_name_problem
from server.vocabulary.permission_matrix import creatable_by
from server.vocabulary.profiles import Profile
from server.vocabulary.visible_text import tidy

# A provider's word alone makes no account more than this.
NEW_PEOPLE: Final = (Profile.TRAINEE, Profile.PLACEMENT)
BAD_ISSUER: Final = "The issuer is an https address without a query, such as https://accounts.google.com"
BAD_PROFILE: Final = "New people can be given the profile Trainee or Placement"
NO_PROFILE: Final = "Choose the profile of new people"


@dataclass(frozen=True, kw_only=True)
class Wanted(ConnectionFields):
    domains: tuple[str, ...]


def assignable_profiles(setter: Profile | None) -> list[Profile]:
    """Those of new people that `setter` may give."""
    return [profile for profile in NEW_PEOPLE if profile in creatable_by(setter)]


def read_request(
    services: Services, asked: CreateConnectionRequest | ChangeConnectionRequest, *, setter: Profile | None
) -> Wanted:
    """Raises ValidationFailedError with a message for every field that is wrong."""
    name, issuer, domains = tidy(asked.name), asked.issuer.strip(), [_domain(each) for each in asked.domains]
    problems = {
        "name": company_name_problem(name),
        "issuer": None if _is_issuer(services, issuer) else BAD_ISSUER,
        "domains": _domains_problem(asked.domains, domains),
        "defaultProfile": _profile_problem(asked, setter=setter),
    }
    errors = {field: problem for field, problem in problems.items() if problem is not None}
    if errors:
        raise ValidationFailedError(errors=errors)
    return Wanted(
        name=name,
        issuer=issuer,
        client_id=asked.client_id.strip(),
        domains=tuple(dict.fromkeys(filter(None, domains))),
        create_people=asked.create_people,
        default_profile=asked.default_profile,
        enabled=asked.enabled,
    )


def _is_issuer(services: Services, issuer: str) -> bool:
    return services.outbound.allows(issuer) and not urlsplit(issuer).query and "?" not in issuer


def _domain(typed: str) -> str | None:
    """As it stands in normalised emails."""
    email = normalize_email(f"person@{typed.strip().removeprefix('@').rstrip('.')}")
    return None if email is None else email.rpartition("@")[2]


def _domains_problem(typed: Sequence[str], read: Sequence[str | None]) -> str | None:
    wrong = [text for text, domain in zip(typed, read, strict=True) if domain is None]
    return f"“{tidy(wrong[0])[:60]}” is not a domain, such as example.com" if wrong else None


def _profile_problem(asked: CreateConnectionRequest | ChangeConnectionRequest, *, setter: Profile | None) -> str | None:
    if asked.default_profile is None:
        return NO_PROFILE if asked.create_people else None
    return None if asked.default_profile in assignable_profiles(setter) else BAD_PROFILE
