"""A sign-up: the form, which reserves nothing, what follows a right code, and the company of its founder."""

from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Any, Final, Literal
from uuid import UUID, uuid5

from pydantic import Field

from server.access.flows import own_flow
from server.access.flows import repository as flows
from server.access.flows.flow import (
    Flow,
    FlowContext,
    FlowExpiredError,
    FlowState,
    OpenedFlow,
    contacts_to_verify,
    offered_channels,
)
from server.access.flows.repository import WaitingSignup
from server.access.policies.repository import allowed_domains
from server.access.robot_check.checks import LONGEST_ROBOT_CHECK, pass_robot_check
from server.access.sessions.start_session import SignedIn, start_session
from server.company.audit.record import AuditAction, record_visit
from server.company.companies.create_company import NewCompany, create_company
from server.company.companies.logo import logo_path
from server.company.companies.repository import (
    FoundCompany,
    find_by_name,
    find_company_id,
    find_verified,
    is_company_suspended,
    is_founded,
)
from server.company.companies.suspension import NO_APPLICATIONS
from server.messaging.messages.kinds import Channel, MessageKind
from server.messaging.messages.outbox import queue_mail
from server.messaging.notifications.kinds import NotificationKind
from server.messaging.notifications.notify import notify_administrators
from server.messaging.notifications.repository import Notice
from server.people.account.account_rules import field_rules
from server.people.account.change_accounts import release_email
from server.people.account.errors import ContactTakenError
from server.people.account.events import UsersChangeKind, announce_changes
from server.people.account.sign_in_repository import SignInAccount, add_person, find_taken, lock_unproven
from server.people.applications.repository import add_application
from server.platform.configuration.settings import LoginVerification, Settings, SignUp
from server.platform.database.connections import Connection
from server.platform.database.ids import new_id
from server.platform.errors import ConflictError, ForbiddenError, ValidationFailedError
from server.platform.process.clock import utc_now
from server.platform.process.crypto import random_token
from server.platform.schemas import LONGEST_EMAIL, LONGEST_FIELD, RequestSchema, TypedPassword
from server.platform.services import Services, Unit, Visit
from server.vocabulary.field_kinds import domain_problem
from server.vocabulary.fields import NO_PASSWORD, read_typed
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Method
from server.vocabulary.link_tokens import make_founder_token, read_founder_token
from server.vocabulary.password_policy import password_problem
from server.vocabulary.profiles import Profile, Role
from server.vocabulary.visible_text import tidy

# The share of hashing of all sign-ups without a robot check: from however many networks they come, they take one turn.
UNCHECKED: Final = "sign-ups without a robot check"
# A search names a company only to those who know a part of its name.
SHORTEST_SEARCH: Final = 3
MOST_FOUND: Final = 5
FOUNDER_LIFE: Final = timedelta(days=7)


class RegisterRequest(RequestSchema):
    """`applyTo` is the slug of the company that an applicant applies to; the founder of a company sends none.

    `invitation` is what stands after the `#` in the link of the mail that invites to register a company.
    """

    full_name: str = Field(max_length=LONGEST_FIELD)
    email: str = Field(max_length=LONGEST_EMAIL)
    phone: str = Field(max_length=LONGEST_FIELD)
    password: TypedPassword
    recaptcha_token: Annotated[str, Field(max_length=LONGEST_ROBOT_CHECK)] | None = None
    apply_to: Annotated[str, Field(max_length=LONGEST_FIELD)] | None = None
    invitation: Annotated[str, Field(max_length=LONGEST_FIELD)] | None = None


class SignUpClosedError(ForbiddenError):
    """No one registers a company here, or only people that the operator has invited."""

    message = "New companies cannot be registered here. To join one, use the link that it has given you."


INVITED_ONLY: Final = (
    "Companies are registered here by invitation only. Open the link of your invitation, which works for seven days "
    "and once, and use the email that it was sent to."
)


async def register_person(visit: Visit, form: RegisterRequest) -> OpenedFlow:
    """Open the flow of a sign-up, and send its first code.

    Raises:
        ValidationFailedError: fields are wrong, or the company that is applied to does not exist.
        RobotCheckFailedError: one was given and is no good, or so many codes are sent only to those who pass one.
        ContactTakenError: an account has this email or phone.
        SendQuotaReachedError: the network that asks has to wait for its next minute.
        SignUpClosedError: no company may be registered, or not by this person.
    """
    services = visit.services
    person = _read_form(form, settings=services.settings)
    is_checked = await pass_robot_check(services, form.recaptcha_token or None, address=visit.address)
    slug = None if form.apply_to is None else form.apply_to.strip().lower()
    founded_by = None
    if slug is None:
        founded_by = read_founder_token(services.keys, form.invitation or "", email=person["email"])
        async with services.database.reading() as connection:
            await _admit_founder(connection, services.settings, founded_by)
    applies_to = await _find_company(services, person, slug=slug)
    if problem := await services.password_range.find_problem(form.password):
        raise ValidationFailedError(errors={"password": problem})
    password_hash = await services.passwords.hash(form.password, share=visit.network if is_checked else UNCHECKED)
    secret = random_token()
    channel = offered_channels(services.settings, context=FlowContext.SIGNUP, phone_is_verified=False)[0]
    async with visit.unit_of_work() as unit:
        new = person | {"password_hash": password_hash, "applies_to": applies_to, "founded_by": founded_by}
        flow_id = await flows.open_signup_flow(
            unit.connection, secret=secret, channel=channel, address=visit.address, **new
        )
        return await own_flow.send_first_code(unit, flow_id=flow_id, secret=secret, is_checked=is_checked)


async def _admit_founder(connection: Connection, settings: Settings, founded_by: UUID | None) -> None:
    """Raises SignUpClosedError: no company may be registered, or not with this invitation, or with none."""
    if settings.sign_up is SignUp.CLOSED:
        raise SignUpClosedError
    if settings.sign_up is SignUp.INVITATION and (founded_by is None or await is_founded(connection, founded_by)):
        raise SignUpClosedError(INVITED_ONLY)


async def invite_founder(services: Services, *, email: str) -> None:
    """Send a link with which a company is registered under this email.

    Raises ValidationFailedError: it is no email.
    """
    values, errors = read_typed({"email": email}, rules=field_rules(services.settings))
    if errors:
        raise ValidationFailedError(errors["email"], errors=errors)
    until = utc_now() + FOUNDER_LIFE
    token = make_founder_token(services.keys, new_id(), email=str(values["email"]), until=until)
    async with services.unit_of_work() as unit:
        await queue_mail(
            unit, MessageKind.COMPANY_INVITATION, to=str(values["email"]), secret=token, parameters={}, expires_at=until
        )


async def is_free(services: Services, field: Literal["email", "phone"], typed: str) -> bool:
    """Return whether no account has this email or phone. Raises ValidationFailedError for what is none."""
    values, errors = read_typed({field: typed}, rules=field_rules(services.settings))
    if errors:
        raise ValidationFailedError(errors=errors)
    async with services.database.reading() as connection:
        return not await find_taken(connection, email=values.get("email"), phone=values.get("phone"))


async def find_institute(services: Services, slug: str) -> tuple[str, str | None] | None:
    """Return the name and the logo's path of a company for strangers: nothing of one that was not verified."""
    async with services.database.reading() as connection:
        found = await find_verified(connection, slug=slug)
    if found is None:
        return None
    name, logo_id = found
    return name, None if logo_id is None else logo_path(logo_id)


async def takes_applications(services: Services, slug: str) -> bool:
    async with services.database.reading() as connection:
        return not await is_company_suspended(connection, slug=slug)


async def find_institutes(services: Services, typed: str) -> list[FoundCompany]:
    """Return a few companies that have chosen to be found by their names, for strangers; none for few letters."""
    async with services.database.reading() as connection:
        return await find_by_name(connection, typed, shortest=SHORTEST_SEARCH, limit=MOST_FOUND)


def _read_form(form: RegisterRequest, *, settings: Settings) -> dict[str, str]:
    """Return name, email and phone as they are stored.

    Raises ValidationFailedError with a message for every field that is wrong.
    """
    typed = {"fullName": form.full_name, "email": form.email, "phone": form.phone}
    values, errors = read_typed(typed, rules=field_rules(settings))
    name, email = tidy(form.full_name), values.get("email") or form.email
    problem = password_problem(form.password, full_name=name, email=email) if form.password else NO_PASSWORD
    if problem is not None:
        errors["password"] = problem
    if errors:
        raise ValidationFailedError(errors=errors)
    return {"full_name": name, "email": email, "phone": str(values["phone"])}


async def _find_company(services: Services, person: dict[str, str], *, slug: str | None) -> UUID | None:
    """Find the company that is applied to; contacts that an account has are refused."""
    async with services.database.reading() as connection:
        company_id = None if slug is None else await find_company_id(connection, slug=slug)
        domains, is_closed = frozenset[str](), False
        if company_id is not None:
            is_closed = await is_company_suspended(connection, id=company_id)
            domains = await allowed_domains(connection, company_id=company_id)
        taken = await find_taken(connection, email=person["email"], phone=person["phone"], company_id=company_id)
    if taken:
        raise ContactTakenError(taken)
    if problem := domain_problem(person["email"], domains=domains):
        raise ValidationFailedError(errors={"email": problem})
    if slug is not None and company_id is None:
        problem = "This company is not known here. Please check the link that you were given."
        raise ValidationFailedError(errors={"applyTo": problem})
    if is_closed:
        raise ValidationFailedError(errors={"applyTo": NO_APPLICATIONS})
    return company_id


async def accept_signup_code(unit: Unit[Visit], flow: Flow) -> None:
    """Move on a locked flow whose code was right.

    Raises ConflictError: the company allows emails of other domains only, or is suspended, since the form was sent;
    also ContactTakenError, SignUpClosedError.
    """
    services = unit.services
    company_id = await flows.mark_signup_verified(unit.connection, flow_id=flow.id, channel=flow.channel)
    await _refuse_taken(unit, flow, company_id=company_id)
    others = (channel for channel in contacts_to_verify(services.settings, flow) if channel is not flow.channel)
    due = next(others, None)
    if due is not None:
        await _ask_for(unit, flow, channel=due)
    elif company_id is None:
        founded_by = await flows.find_founding(unit.connection, flow_id=flow.id)
        await _admit_founder(unit.connection, services.settings, founded_by)
        await flows.advance_flow(unit.connection, flow, to=FlowState.COMPANY_REQUIRED)
    else:
        domains = await allowed_domains(unit.connection, company_id=company_id)
        if problem := domain_problem(flow.email or "", domains=domains):
            raise ConflictError(problem, errors={"email": problem})
        if await is_company_suspended(unit.connection, id=company_id):
            raise ConflictError(NO_APPLICATIONS)
        account = await create_person(
            unit, flow, company_id=company_id, role=Role.APPLICANT, profile=None, after=FlowState.READY
        )
        announce_changes(unit, kind=UsersChangeKind.CREATED, company_id=account.company_id, user_ids=[account.user_id])


async def _ask_for(unit: Unit[Visit], flow: Flow, *, channel: Channel) -> None:
    """Turn to the next contact. Without a code left to send, its page shows the refusal when it requests one."""
    await flows.turn_to_channel(unit.connection, flow_id=flow.id, channel=channel)
    turned = await own_flow.reread_flow(unit.connection, flow_id=flow.id)
    try:
        # It follows from a right code, once: the cooldown of the previous code does not apply.
        await own_flow.send_flow_code(unit, turned, channel=channel, is_asked_for=False)
    except (own_flow.TooManySendsError, own_flow.SendQuotaReachedError):
        return


async def create_person(
    unit: Unit[Visit], flow: Flow, *, company_id: UUID, role: Role, profile: Profile | None, after: FlowState
) -> SignInAccount:
    """Write the account of a locked flow, which moves to `after` with it.

    Raises FlowExpiredError: a company adds an account with the email at this moment; also ContactTakenError.
    """
    await _refuse_taken(unit, flow, company_id=company_id)
    unproven = await lock_unproven(unit.connection, flow_id=flow.id, company_id=company_id)
    if unproven is not None:
        await release_email(unit, unproven)
    account = await add_person(
        unit.connection,
        flow_id=flow.id,
        company_id=company_id,
        role=role,
        profile=profile,
        signs_in=after is FlowState.COMPLETED,
        language=unit.context.language,
    )
    if account is None:
        await _refuse_taken(unit, flow, company_id=company_id)
        raise FlowExpiredError
    await flows.complete_signup(unit.connection, flow_id=flow.id, **account.key, after=after)
    await record_visit(
        unit,
        AuditAction.USER_CREATED,
        by=account,
        subject_id=account.user_id,
        subject_label=mask_label(account.label),
        after={"role": account.role.value, "profile": None if account.profile is None else account.profile.value},
    )
    if account.profile is None:
        await add_application(unit.connection, **account.key)
        await _notify_of_application(unit, company_id=company_id)
    parameters: dict[str, Any] = {"full_name": account.full_name, "company_name": account.company_name}
    if account.profile is Profile.SUPER_ADMIN:
        parameters["has_founded"] = True
    await queue_mail(unit, MessageKind.WELCOME, to=account.contact, **account.key, parameters=parameters)
    return account


async def _notify_of_application(unit: Unit[Visit], *, company_id: UUID) -> None:
    """Notify the administrators of new applications at most once an hour, however many apply."""
    hour = utc_now().strftime("%Y-%m-%dT%H")
    notice = Notice(
        kind=NotificationKind.APPLICATIONS,
        title="New applications",
        body="People have applied to your company. Accept or decline them in the list of people.",
        link="/dashboard/users?tab=manage&application=waiting&sort=createdAt",
        about=uuid5(company_id, f"applications of {hour}"),
    )
    await notify_administrators(unit, notice, company_id=company_id)


async def _refuse_taken(unit: Unit[Visit], flow: Flow, *, company_id: UUID | None) -> None:
    taken = await find_taken(unit.connection, email=flow.email, phone=flow.phone, company_id=company_id)
    if taken:
        raise ContactTakenError(taken)


async def register_company(visit: Visit, company: NewCompany, *, handle: UUID) -> SignedIn:
    """Create the company of a sign-up with verified contacts, and sign its founder in.

    Raises FlowExpiredError: the flow is not the caller's, or waits for no company, or has had one; also
    ContactTakenError, SignUpClosedError.
    """
    async with visit.unit_of_work() as unit:
        flow = await own_flow.lock_own_flow(
            unit, handle=handle, context=FlowContext.SIGNUP, state=FlowState.COMPANY_REQUIRED
        )
        own_flow.announce_ended_flows(unit, [flow.id])
        founded_by = await flows.find_founding(unit.connection, flow_id=flow.id)
        await _admit_founder(unit.connection, visit.services.settings, founded_by)
        company_id = await create_company(unit.connection, replace(company, founded_by=founded_by))
        account = await create_person(
            unit, flow, company_id=company_id, role=Role.ADMIN, profile=Profile.SUPER_ADMIN, after=FlowState.COMPLETED
        )
        after = {"name": company.name, "industry": company.industry.value, "website": company.website}
        await record_visit(unit, AuditAction.COMPANY_CREATED, by=account, subject_id=company_id, after=after)
        return await start_session(
            unit, account=account, methods=(Method.PASSWORD, Method.CODE), remembers=True, is_first=True
        )


async def resume_signup(unit: Unit[Visit], signup: WaitingSignup) -> OpenedFlow | None:
    """Give the caller's browser a flow of the sign-up. Returns None when the sign-up no longer waits.

    The browser that has typed its codes gets its own flow. Any other gets a copy that asks for a code by email, as a
    sign-in on a new device does: a password alone is not enough. No copy outlives the first flow.

    Raises SendQuotaReachedError: the email has had its codes; SignUpClosedError.
    """
    founded_by = await flows.find_founding(unit.connection, flow_id=signup.flow_id)
    await _admit_founder(unit.connection, unit.services.settings, founded_by)
    if not signup.is_own or unit.context.flow_secret is None:
        return await _copy(unit, signup)
    flow = await flows.get_flow(unit.connection, flow_id=signup.flow_id)
    if flow is None or flow.state is not FlowState.COMPANY_REQUIRED:
        return None
    return OpenedFlow(flow=flow, secret=unit.context.flow_secret)


async def _copy(unit: Unit[Visit], signup: WaitingSignup) -> OpenedFlow | None:
    secret = random_token()
    needs_code = unit.services.settings.login_verification is not LoginVerification.NEVER
    flow_id = await flows.copy_signup(
        unit.connection, flow_id=signup.flow_id, secret=secret, needs_code=needs_code, address=unit.address
    )
    if flow_id is None:
        return None
    if needs_code:
        return await own_flow.send_first_code(unit, flow_id=flow_id, secret=secret, is_checked=True)
    await own_flow.end_former_flow(unit)
    return OpenedFlow(flow=await own_flow.reread_flow(unit.connection, flow_id=flow_id), secret=secret)
