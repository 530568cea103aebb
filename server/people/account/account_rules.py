"""What a change of an account is, and why an editor may not make it: for forms, imports and jobs on many alike.

Nothing here reads or writes; :mod:`server.people.account.change_accounts` writes what is not refused.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, Self
from uuid import UUID

from server.people.account.errors import NEEDS_EMAIL, SelfForbiddenError
from server.platform.configuration.settings import Settings
from server.platform.errors import ApplicationError, ForbiddenError, ValidationFailedError
from server.platform.process.clock import utc_now
from server.vocabulary.field_kinds import FieldRules, Value, read_choice
from server.vocabulary.fields import FIELD, INVALID_ROLE, POSITION, read_typed
from server.vocabulary.identity import Actor
from server.vocabulary.own_fields import own_of
from server.vocabulary.profiles import ADMINISTRATORS, Profile, Role, covers, creation_refusals, role_fits

# The `field` of a refusal that concerns the account as a whole.
ACCOUNT: Final = "row"


@dataclass(frozen=True, kw_only=True)
class Account:
    """An account of a company: what a change may change, by field as sent, and what decides whether it may."""

    id: UUID
    label: str
    version: int
    values: Mapping[str, Value]

    def value(self, name: str) -> Value:
        return self.values.get(name)

    @property
    def full_name(self) -> str:
        return str(self.values["fullName"])

    @property
    def email(self) -> str | None:
        email = self.values["email"]
        return None if email is None else str(email)

    @property
    def phone(self) -> str:
        return str(self.values["phone"])

    @property
    def role(self) -> str:
        return str(self.values["role"])

    @property
    def profile(self) -> Profile | None:
        return profile_of(self.values["profile"])

    @property
    def is_active(self) -> bool:
        return self.values["isActive"] is True

    @property
    def contact(self) -> str:
        """The address at which the person is reached: the email, else the phone."""
        return self.email or self.phone


class Change(NamedTuple):
    """A change of an account, by field as sent: what it has, and what it is to have. Both hold the same fields."""

    account: Account
    before: Mapping[str, Value]
    after: Mapping[str, Value]

    def value(self, name: str) -> Value:
        """What the account is to have."""
        return self.after[name] if name in self.after else self.account.value(name)

    @property
    def own(self) -> dict[str, Value]:
        """What the account is to have of the company's own fields, by slot."""
        return own_of(self.after)

    def gives(self, *names: str) -> bool:
        return not self.after.keys().isdisjoint(names)


@dataclass(frozen=True, kw_only=True)
class Editor:
    """The account that makes a change, with its present profile: None where it may no longer act.

    `address` is where the request comes from; a worker's work has none, but `work_id`: its import or bulk change.
    """

    company_id: UUID
    user_id: UUID | None
    profile: Profile | None
    address: str | None = None
    work_id: UUID | None = None

    @classmethod
    def of(cls, actor: Actor, *, address: str | None = None) -> Self:
        return cls(company_id=actor.company_id, user_id=actor.user_id, profile=actor.profile, address=address)

    def is_owner_of(self, account: Account) -> bool:
        return self.profile is not None and self.user_id == account.id


class Refusal(NamedTuple):
    """Why a change is refused: the field as sent, or ACCOUNT, and the sentence that is shown."""

    field: str
    message: str
    kind: type[ApplicationError]

    @property
    def error(self) -> ApplicationError:
        if self.kind is ValidationFailedError:
            return ValidationFailedError(errors={self.field: self.message})
        return self.kind(self.message)


def field_rules(settings: Settings, *, domains: Collection[str] = ()) -> FieldRules:
    """What the rules of a form depend on."""
    return FieldRules(
        this_year=utc_now().year,
        minimum_age=settings.minimum_age_single,
        phone_region=settings.phone_region,
        domains=domains,
    )


def read_given(
    given: Mapping[str, str], *, giver: Profile | None, rules: FieldRules
) -> tuple[dict[str, str | None], dict[str, str]]:
    """(the fields that are given, as they will be stored; the messages of those that are wrong).

    Raises ForbiddenError: the giver may not give this profile, whatever else is given.
    """
    profile = read_choice(FIELD["profile"], given.get("profile", ""))
    if profile is not None and (refusals := creation_refusals(giver, Profile(profile))):
        raise ForbiddenError(refusals[0])
    values, errors = read_typed(given, rules=rules)
    role = values.get("role")
    if profile is not None and role is not None and not role_fits(Profile(profile), Role(role)):
        errors["role"] = INVALID_ROLE
    return values, errors


def change_of(account: Account, wanted: Mapping[str, Value]) -> Change:
    """The fields of `wanted` that the account does not have already."""
    after = {name: value for name, value in wanted.items() if value != account.value(name)}
    return Change(account, {name: account.value(name) for name in after}, after)


def refuse_acting(account: Account, *, editor: Editor) -> Refusal | None:
    """Why the editor may not act on the account at all: delete it, say."""
    if editor.is_owner_of(account):
        return Refusal(ACCOUNT, SelfForbiddenError.message, SelfForbiddenError)
    if not covers(editor.profile, account.profile):
        return Refusal(ACCOUNT, ForbiddenError.message, ForbiddenError)
    return None


def refuse_change(change: Change, *, editor: Editor, own_details: bool = False) -> Refusal | None:
    """The first reason to refuse a change that changes something.

    With `own_details` editors may change of their own account what is not its position.
    """
    account, moves = change.account, not POSITION.isdisjoint(change.after)
    if own_details and not moves and "isActive" not in change.after and editor.is_owner_of(account):
        return None
    if (refusal := refuse_acting(account, editor=editor)) is not None or not moves:
        return refusal
    profile, role = profile_of(change.value("profile")), Role(str(change.value("role")))
    if change.gives("profile") and profile and (reasons := creation_refusals(editor.profile, profile)):
        return Refusal("profile", reasons[0], ForbiddenError)
    if change.gives("profile") and profile in ADMINISTRATORS and account.email is None:
        return Refusal("profile", NEEDS_EMAIL, ValidationFailedError)
    # An import may have made an account of an unusual role: it can be kept, but not given.
    if not (role is Role.APPLICANT if profile is None else role_fits(profile, role)):
        return Refusal("role", INVALID_ROLE, ValidationFailedError)
    return None


def may_take_back(
    actor: Profile | None, *, is_own: bool, profile: Profile | None, moves: bool, former: Profile | None
) -> bool:
    """Whether `actor` may give an account of `profile` back what it had; `moves`: also its position, with `former`."""
    if actor is None or (is_own and moves):
        return False
    return is_own or (covers(actor, profile) and covers(actor, former))


def takes_a_super_admin(change: Change) -> bool:
    """Whether the account stops being an active Super Admin."""
    return is_super_admin(change.account) and not (
        change.value("profile") == Profile.SUPER_ADMIN and change.value("isActive")
    )


def is_super_admin(account: Account) -> bool:
    return account.is_active and account.profile == Profile.SUPER_ADMIN


def profile_of(value: Value) -> Profile | None:
    return None if value is None else Profile(str(value))
