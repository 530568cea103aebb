"""Check what is typed at a step of a flow: a code that was sent, or a second factor."""

from dataclasses import dataclass, field
from uuid import UUID

from server.access.flows.flow import Flow
from server.access.flows.steps import FlowContext
from server.access.verification.schemas import VerificationType
from server.access.verification.verify_code import AcceptSignup, Guess, verify_code
from server.access.verification.verify_factor import TypedFactor, verify_factor
from server.messaging.messages.kinds import Channel
from server.platform.services import Services
from server.vocabulary.methods import FactorMethod

_FACTORS = {VerificationType.TOTP: FactorMethod.TOTP, VerificationType.RECOVERY: FactorMethod.RECOVERY}


@dataclass(frozen=True, kw_only=True)
class Typed:
    """The request, without the secret."""

    handle: UUID
    context: FlowContext
    kind: VerificationType
    text: str = field(repr=False)


async def verify_typed(
    services: Services, typed: Typed, *, secret: str | None, address: str, accept_signup: AcceptSignup
) -> Flow:
    """The advanced flow. Raises what verify_code and verify_factor raise."""
    method = _FACTORS.get(typed.kind)
    if method is not None:
        factor = TypedFactor(handle=typed.handle, context=typed.context, method=method, code=typed.text)
        return await verify_factor(services, factor, secret=secret, address=address)
    guess = Guess(handle=typed.handle, context=typed.context, channel=Channel(typed.kind.value), otp=typed.text)
    return await verify_code(services, guess, secret=secret, address=address, accept_signup=accept_signup)
