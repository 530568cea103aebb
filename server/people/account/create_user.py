"""Create one account from the form: insert, audit and invite in one transaction."""

from server.access.factors.fresh_proof import ask_fresh_proof
from server.access.policies.repository import allowed_domains
from server.company.audit.repository import AuditAction, record
from server.people.account.change_repository import AddedUser, TypedPassword, add_user
from server.people.account.errors import CodeTakenError, ContactTakenError, Taken
from server.people.account.events import UsersChangeKind, announce_change
from server.people.account.invite import Invite
from server.people.account.new_user_form import NewUser, NewUserForm, read_form
from server.people.account.read_details import DetailRules
from server.people.account.read_user import read_record
from server.people.account.refuse_nameless import Named, refuse_nameless
from server.people.account.repository import has_code, is_in_company
from server.people.account.schemas import UserRecord
from server.people.account.taken_elsewhere import TakenElsewhereError, count_refusal, refuse_after_too_many
from server.platform.database.connections import UnitOfWork
from server.platform.errors import ValidationFailedError
from server.platform.http.idempotency.repository import IdempotentCall, once
from server.platform.services import Services
from server.vocabulary.identifiers import mask_label
from server.vocabulary.identity import Identity
from server.vocabulary.invitation_state import Invitation
from server.vocabulary.password_policy import TEMPORARY_PASSWORD_LIFE
from server.vocabulary.profiles import ADMINISTRATORS


async def create_user(
    services: Services,
    form: NewUserForm,
    *,
    identity: Identity,
    address: str,
    invite: Invite,
    call: IdempotentCall | None = None,
) -> UserRecord:
    """The new account. An active one is invited by a mail with the password that was typed.

    Raises:
        ForbiddenError: the creator may not give this profile.
        StepUpRequiredError: it is an administrator's, and the creator's last proof is too old.
        ValidationFailedError: with a message for every field that is wrong.
        ContactTakenError: an account has the email.
        CodeTakenError: one of the company has the code.
        TooManyTakenError: too many that the company added today are registered elsewhere.
        IdempotencyKeyReusedError: the key was used for something else.

    """
    try:
        return await _create(services, form, identity=identity, address=address, invite=invite, call=call)
    except TakenElsewhereError:
        # The attempt is rolled back, but counted.
        async with services.database.unit_of_work() as unit:
            refusal = await count_refusal(unit.connection, company_id=identity.company_id, settings=services.settings)
        raise refusal from None


async def _create(
    services: Services,
    form: NewUserForm,
    *,
    identity: Identity,
    address: str,
    invite: Invite,
    call: IdempotentCall | None,
) -> UserRecord:
    async with services.database.reading() as connection:
        domains = await allowed_domains(connection, company_id=identity.company_id)
    rules = DetailRules.from_settings(services.settings)
    needs_email = not services.settings.has_people_without_email
    new = read_form(form, creator=identity.profile, rules=rules, domains=domains, needs_email=needs_email)
    if new.profile in ADMINISTRATORS:
        await ask_fresh_proof(services, identity=identity)
    if problem := await services.password_range.find_problem(form.temporary_password):
        raise ValidationFailedError(errors={"temporaryPassword": problem})
    password = TypedPassword(
        text=form.temporary_password,
        hash=await services.passwords.hash(form.temporary_password, share=identity.company_id),
        life=TEMPORARY_PASSWORD_LIFE,
    )
    async with services.database.unit_of_work() as unit:

        async def work() -> UserRecord:
            await refuse_after_too_many(unit.connection, company_id=identity.company_id, settings=services.settings)
            await refuse_nameless(
                unit.connection,
                Named(email=new.email, code=new.code, phone=new.phone),
                settings=services.settings,
                company_id=identity.company_id,
            )
            added = await _add(unit, new, password, identity=identity)
            await record(
                unit.connection,
                action=AuditAction.USER_CREATED,
                by=identity,
                subject_id=added.id,
                subject_label=mask_label(new.label),
                address=address,
                after={"role": new.role.value, "profile": new.profile.value, "isActive": new.is_active},
            )
            if new.is_active:
                # The mail is never sent after its password has expired.
                await invite(
                    services,
                    unit,
                    company_id=identity.company_id,
                    user_id=added.id,
                    email=new.email or new.phone,
                    typed_password=password.text,
                    expires_at=added.password_expires_at,
                )
            announce_change(services, unit, kind=UsersChangeKind.CREATED, identity=identity, user_id=added.id)
            return await read_record(unit.connection, company_id=identity.company_id, user_id=added.id)

        return await once(unit.connection, work, call=call, answer=UserRecord, keys=services.keys)


async def _add(unit: UnitOfWork, new: NewUser, password: TypedPassword, *, identity: Identity) -> AddedUser:
    added = await add_user(
        unit.connection,
        new,
        company_id=identity.company_id,
        password=password,
        invitation=Invitation.QUEUED if new.is_active else Invitation.NONE,
    )
    if added is None:
        if new.code is not None and await has_code(unit.connection, company_id=identity.company_id, code=new.code):
            raise CodeTakenError
        if new.email is not None and await is_in_company(
            unit.connection, company_id=identity.company_id, email=new.email
        ):
            raise ContactTakenError(Taken(email=True, phone=False))
        raise TakenElsewhereError
    return added
