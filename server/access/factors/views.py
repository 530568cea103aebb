"""Calls on second factors."""

from uuid import UUID

from quart import Blueprint

from server.access.factors import own_factors, schemas
from server.access.factors.passkeys.passkeys import creation_options, register_passkey
from server.access.factors.passkeys.schemas import AddedPasskey, AddPasskeyRequest, CreationOptions
from server.access.sso.links import read_links
from server.people.account.read_user import list_person_factors
from server.people.edit.edit_user import reset_factors
from server.platform.http.authentication import Routes, current_context
from server.platform.schemas import MessageResponse
from server.vocabulary.profiles import Permission

routes = Routes(Blueprint("factors", __name__, url_prefix="/auth/factors"), "Second factors")
# These routes concern other people.
person_routes = Routes(Blueprint("person_factors", __name__), "Users")
passkey_routes = Routes(Blueprint("passkeys", __name__, url_prefix="/auth/factors/passkeys"), "Second factors")


@routes.get("", serves_setup=True, limit=600)
async def show_factors() -> schemas.FactorList:
    """The caller's second factors, and their links to the company's providers."""
    context = current_context()
    return await own_factors.read_factors(context, sso_links=await read_links(context))


@routes.post("/totp", serves_setup=True, limit=60)
async def add_totp(data: schemas.RegisterTotpRequest) -> schemas.RegisteredTotp:
    """Begin to add an authenticator app. It counts once its first code has confirmed it."""
    return await own_factors.register_totp(current_context(), name=data.name)


@routes.post("/totp/<uuid:factor_id>/confirm", serves_setup=True, limit=60)
async def confirm_totp_app(factor_id: UUID, data: schemas.ConfirmTotpRequest) -> schemas.RecoveryCodes:
    """Confirm an authenticator app. Sign-ins under way end, and a first factor comes with ten recovery codes."""
    return schemas.RecoveryCodes(
        recovery_codes=await own_factors.confirm_totp(current_context(), factor_id, code=data.code)
    )


@routes.post("/recovery-codes", serves_setup=True, limit=60)
async def make_recovery_codes() -> schemas.RecoveryCodes:
    """Ten new recovery codes. The former end."""
    return schemas.RecoveryCodes(recovery_codes=await own_factors.renew_recovery_codes(current_context()))


@routes.put("/<uuid:factor_id>", serves_setup=True, limit=300)
async def name_factor(factor_id: UUID, data: schemas.RenameFactorRequest) -> MessageResponse:
    """Rename a factor."""
    await own_factors.rename_factor(current_context(), factor_id, name=data.name)
    return MessageResponse(message="The name has been changed")


@routes.delete("/<uuid:factor_id>", serves_setup=True, limit=60)
async def remove_factor(factor_id: UUID) -> MessageResponse:
    """Remove a factor. The recovery codes end with the last one."""
    await own_factors.delete_factor(current_context(), factor_id)
    return MessageResponse(message="It has been removed")


@person_routes.get("/users/<uuid:user_id>/factors", requires=Permission.USER_EDIT, keys=False, limit=600)
async def read_person_factors(user_id: UUID) -> schemas.PersonFactors:
    """The second factors of a user, for those who may remove them."""
    found = await list_person_factors(current_context(), user_id)
    return schemas.PersonFactors(factors=[schemas.PersonFactor.model_validate(each) for each in found])


@person_routes.delete("/users/<uuid:user_id>/factors", requires=Permission.USER_EDIT, keys=False, limit=60)
async def reset_person_factors(user_id: UUID) -> MessageResponse:
    """Remove the second factors of a user who has lost them. They are logged out on all devices."""
    await reset_factors(current_context(), user_id)
    return MessageResponse(message="The second factors have been removed")


@passkey_routes.post("/options", serves_setup=True, limit=60)
async def read_new_passkey_options() -> CreationOptions:
    """What to ask the authenticator for, once and within five minutes, in this session."""
    return await creation_options(current_context())


@passkey_routes.post("", serves_setup=True, limit=60)
async def add_new_passkey(data: AddPasskeyRequest) -> AddedPasskey:
    """Add a passkey, with the authenticator's answer to the options."""
    return await register_passkey(current_context(), data)
