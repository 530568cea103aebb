"""S01 for random orders of calls from two browsers: a call yields a token exactly when the model says so."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from quart import Quart

from server.access.passwords.set_password import generate_temporary_password, temporary_password_mac
from server.messaging.messages.repository import unseal
from server.platform.process.crypto import token_hash
from server.platform.services import Services
from server.vocabulary.link_tokens import LinkSubject, make_link_token
from tests.fixtures.accounts import PASSWORD, Account, add_account
from tests.fixtures.factor_steps import Keys
from tests.fixtures.flow_model import Rules
from tests.fixtures.flow_steps import Step
from tests.fixtures.identity_provider import IdentityProvider
from tests.fixtures.people import AddCompany, Company
from tests.fixtures.sign_in import Answer, another_code, execute, fetch_value
from tests.fixtures.sign_up import Visitor, slug_of

Play = tuple[int, Step, int]
Way = Callable[[], Awaitable[Answer]]

# Steps that advance a flow are drawn more often; otherwise few orders would complete one.
ONWARDS = [Step.RIGHT_CODE, Step.COMPLETE, Step.RIGHT_CODE, Step.COMPLETE, Step.COMPANY, Step.SET_PASSWORD]
STEP = st.tuples(st.integers(0, 1), st.sampled_from([*Step, *ONWARDS]), st.integers(0, 1))
STEPS = st.lists(STEP, min_size=4, max_size=14)

# The same rules where the owner's factors and the company's policy change meanwhile.
FACTOR_STEPS = [*Step][[*Step].index(Step.SIGN_IN_BY_PASSKEY) :]
OF_OWNER = [Step.SIGN_IN, Step.ASK_FOR_RESET, Step.RIGHT_CODE, Step.RESET_PASSWORD, Step.OPEN_INVITATION]
PROOFS = [Step.APP_CODE, Step.PROVE_BY_PASSKEY, Step.RECOVERY_CODE]
ENDS = [Step.COMPLETE, Step.COMPLETE, Step.SET_PASSWORD]
FACTOR_STEP = st.tuples(
    st.integers(0, 1),
    st.sampled_from([*FACTOR_STEPS, *OF_OWNER, *[Step.SIGN_IN] * 4, *PROOFS * 2, *ENDS * 2]),
    st.just(0),
)
FIRST_FACTOR = st.tuples(st.just(0), st.sampled_from([Step.ADD_APP, Step.ADD_PASSKEY]), st.just(0))
ORDERS_WITH_FACTORS = st.builds(
    lambda first, rest: [first, *rest], FIRST_FACTOR, st.lists(FACTOR_STEP, min_size=5, max_size=20)
)


def both(*steps: Step) -> list[Play]:
    """Each step by the first browser and then by the second, for one visitor."""
    return [(browser, step, 0) for step in steps for browser in (0, 1)]


@dataclass(frozen=True, kw_only=True)
class Player:
    """One browser, and what it tries: a user's account, an invited user's, and the contacts of a sign-up."""

    at: Visitor
    owner: Account
    invited: Account
    link: str
    slug: str
    passwords: list[str]
    keys: Keys
    secrets: list[str] = field(default_factory=list)

    async def play(self, step: Step, *, visitor: Visitor, other: Visitor) -> Answer:
        calls = self._openings(visitor) | self._endings(other) | await self._code_steps() | self.keys.steps(self.at)
        answer = await calls[step]()
        if "X-Flow-Token" in answer.headers:
            self.secrets.append(answer.headers["X-Flow-Token"])
        if step is Step.RESET_PASSWORD and answer.status == 200:
            self.passwords.append(self._next_password)
        await execute(self.at.services, "DELETE FROM login_failures")
        return answer

    @property
    def _next_password(self) -> str:
        return f"Quiet-Harbour-{47 + len(self.passwords)}"

    def _openings(self, visitor: Visitor) -> dict[Step, Way]:
        at, form = self.at, {"email": visitor.email, "phone": visitor.phone, "recaptchaToken": "x"}
        return {
            Step.SIGN_IN: lambda: at.authenticate(self.owner.email, self.passwords[-1]),
            Step.SIGN_IN_WRONGLY: lambda: at.authenticate(self.owner.email, ["Wrong-Password-1", *self.passwords][-2]),
            Step.ASK_FOR_RESET: self._ask_for_reset,
            Step.SIGN_IN_TEMPORARILY: lambda: at.authenticate(self.invited.email, self.invited.password),
            Step.OPEN_INVITATION: lambda: at.open_invitation(self.link),
            Step.SIGN_UP: lambda: at.register(**form),
            Step.SIGN_UP_AS_APPLICANT: lambda: at.register(**form, applyTo=self.slug),
        }

    async def _ask_for_reset(self) -> Answer:
        answer = await self.at.post("password-reset/initiate", json={"email": self.owner.email})
        self.at.user_id = answer.body.get("userId", self.at.user_id)
        return answer

    def _endings(self, other: Visitor) -> dict[Step, Way]:
        at = self.at
        new = {
            "userId": at.user_id,
            "newPassword": self._next_password,
            "confirmPassword": self._next_password,
        }
        return {
            Step.SET_PASSWORD: at.set_password,
            Step.RESET_PASSWORD: lambda: at.post("password-reset/complete", json=new),
            Step.COMPANY: at.register_company,
            Step.COMPLETE: at.complete,
            Step.COMPLETE_FOR_ANOTHER: lambda: at.post("login/complete", query={"userId": other.user_id}),
        }

    async def _code_steps(self) -> dict[Step, Way]:
        at = self.at
        channel, context, code = await self._newest_code()
        given = {"channel": channel, "context": context}
        another_context = "LOGIN" if context == "SIGNUP" else "SIGNUP"
        return {
            Step.RESEND: lambda: at.resend(**given),
            Step.OTHER_CHANNEL: lambda: at.change_type("EMAIL" if channel == "SMS" else "SMS", context=context),
            Step.RIGHT_CODE: lambda: at.verify(code, **given),
            Step.WRONG_CODE: lambda: at.verify(another_code(code), **given),
            Step.CODE_FOR_ANOTHER_CONTEXT: lambda: at.verify(code, channel=channel, context=another_context),
        }

    async def _newest_code(self) -> tuple[str, str, str]:
        """Channel, context and code of the browser's present or last flow."""
        async with self.at.services.database.reading() as connection:
            row = await connection.raw.fetchrow(
                """
                SELECT f.channel, f.context, m.id, m.secret FROM flows f LEFT JOIN messages m ON m.id = f.message_id
                 WHERE f.secret_hash = $1
                """,
                token_hash(self.secrets[-1] if self.secrets else ""),
            )
        if row is None:
            return "EMAIL", "LOGIN", "000000"
        code = "000000" if row["id"] is None else unseal(self.at.services.keys, row["id"], row["secret"])
        return row["channel"], row["context"], code


async def make_players(
    app: Quart, services: Services, company: Company, provider: IdentityProvider
) -> tuple[Player, Player]:
    password = generate_temporary_password()
    invited = await add_account(services.database, company, password_hash=None, password_is_temporary=True)
    until = await fetch_value(
        services,
        """
        UPDATE users SET temporary_password_mac = $2, temporary_password_expires_at = now() + interval '1 hour'
         WHERE id = $1 RETURNING temporary_password_expires_at
        """,
        invited.id,
        temporary_password_mac(services.keys, invited.id, password),
    )
    subject = LinkSubject(company_id=company.id, user_id=invited.id, contact=invited.email, until=until)
    domain = f"{await slug_of(services, company)}.example"
    owner = await add_account(services.database, company, email=f"owner@{domain}")
    keys = Keys(app=app, services=services, owner=owner, provider=provider)
    await keys.connect()
    shared: dict[str, Any] = {
        "owner": owner,
        "keys": keys,
        "invited": replace(invited, password=password),
        "link": make_link_token(services.keys, subject),
        "slug": await slug_of(services, company),
        "passwords": [PASSWORD],
    }
    first, second = (Player(at=Visitor(app=app, services=services), **shared) for _ in range(2))
    return first, second


BY_LINK = both(
    *(Step.OPEN_INVITATION, Step.RIGHT_CODE, Step.COMPLETE, Step.SET_PASSWORD),
    *(Step.OPEN_INVITATION, Step.COMPLETE),
)
BY_TEMPORARY_PASSWORD = both(
    *(Step.SIGN_IN_TEMPORARILY, Step.RIGHT_CODE, Step.RESEND, Step.RIGHT_CODE, Step.COMPLETE),
    *(Step.SET_PASSWORD, Step.COMPLETE),
)


BY_APP = [
    *both(Step.ADD_APP, Step.SIGN_IN, Step.COMPLETE, Step.USED_APP_CODE, Step.APP_CODE, Step.USED_APP_CODE),
    *both(Step.COMPLETE, Step.SIGN_IN, Step.USED_APP_CODE, Step.COMPLETE, Step.APP_CODE),
    *both(Step.REMOVE_APP, Step.COMPLETE, Step.SIGN_IN, Step.COMPLETE),
]
BY_PASSKEY = [
    *both(Step.SIGN_IN, Step.RIGHT_CODE, Step.ADD_PASSKEY, Step.COMPLETE, Step.SIGN_IN_BY_PASSKEY, Step.COMPLETE),
    *both(Step.SIGN_IN, Step.PROVE_BY_PASSKEY, Step.SIGN_IN_BY_PASSKEY, Step.REMOVE_PASSKEY, Step.COMPLETE),
    *both(Step.SIGN_IN_BY_REMOVED_PASSKEY, Step.COMPLETE),
]
BY_RECOVERY_CODE = [
    *both(Step.ADD_APP, Step.SIGN_IN, Step.RECOVERY_CODE, Step.COMPLETE, Step.SIGN_IN, Step.USED_RECOVERY_CODE),
    *both(Step.COMPLETE, Step.ASK_FOR_RESET, Step.RIGHT_CODE, Step.RESET_PASSWORD, Step.SIGN_IN, Step.COMPLETE),
    *both(Step.RESET_FACTORS, Step.USED_RECOVERY_CODE, Step.SIGN_IN, Step.COMPLETE, Step.RIGHT_CODE, Step.COMPLETE),
]
BY_PROVIDER = [
    *both(Step.SIGN_IN_BY_PROVIDER, Step.COMPLETE, Step.SIGN_IN, Step.COMPLETE, Step.RIGHT_CODE, Step.COMPLETE),
    *both(Step.ADD_APP, Step.SIGN_IN_BY_PROVIDER, Step.COMPLETE, Step.APP_CODE, Step.COMPLETE),
    *both(Step.DEMAND_A_NETWORK, Step.SIGN_IN_BY_PROVIDER, Step.APP_CODE, Step.COMPLETE),
]
UNDER_POLICIES = [
    *both(Step.ADD_APP, Step.DEMAND_PASSKEYS, Step.SIGN_IN, Step.APP_CODE, Step.COMPLETE),
    *both(Step.ADD_PASSKEY, Step.SIGN_IN, Step.APP_CODE, Step.COMPLETE, Step.PROVE_BY_PASSKEY, Step.COMPLETE),
    *both(Step.DEMAND_A_NETWORK, Step.SIGN_IN_BY_PASSKEY, Step.COMPLETE, Step.DEMAND_NOTHING, Step.COMPLETE),
    *both(Step.OPEN_INVITATION, Step.SET_PASSWORD, Step.DEMAND_PASSKEYS, Step.COMPLETE),
]


@pytest.mark.security("S01")
@pytest.mark.slow
@pytest.mark.settings(otp_cooldown=0, rate_limit_scale=10_000, dev_otp_code="")
@given(plays=STEPS)
@example(plays=both(Step.SIGN_IN, Step.RIGHT_CODE, Step.COMPLETE, Step.COMPLETE, Step.SIGN_IN, Step.COMPLETE))
@example(plays=both(Step.SIGN_UP, Step.COMPANY, Step.RIGHT_CODE, Step.COMPLETE, Step.COMPANY, Step.COMPANY))
@example(plays=both(Step.SIGN_UP_AS_APPLICANT, Step.RIGHT_CODE, Step.COMPANY, Step.COMPLETE, Step.SIGN_UP))
@example(plays=both(Step.SIGN_UP, Step.OTHER_CHANNEL, Step.RIGHT_CODE, Step.COMPANY, Step.RIGHT_CODE, Step.COMPANY))
@example(plays=BY_TEMPORARY_PASSWORD)
@example(plays=BY_LINK)
@example(plays=both(Step.SIGN_IN, *[Step.WRONG_CODE] * 5, Step.RIGHT_CODE, Step.COMPLETE, Step.RESEND, Step.RIGHT_CODE))
@example(
    plays=[
        *both(Step.SIGN_IN, Step.RIGHT_CODE, Step.COMPLETE, Step.SIGN_IN),
        (0, Step.ASK_FOR_RESET, 0),
        (0, Step.RIGHT_CODE, 0),
        (0, Step.RESET_PASSWORD, 0),
        *both(Step.COMPLETE, Step.RESET_PASSWORD, Step.SIGN_IN, Step.COMPLETE),
    ]
)
@settings(max_examples=settings().max_examples // 8, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_no_order_of_calls_yields_a_token_against_the_rules(
    app: Quart, services: Services, add_company: AddCompany, provider: IdentityProvider, *, plays: list[Play]
) -> None:
    await play_all(app, services, await add_company(), provider, plays=plays)


@pytest.mark.security("S107")
@pytest.mark.slow
@pytest.mark.settings(otp_cooldown=0, rate_limit_scale=10_000, dev_otp_code="")
@given(plays=ORDERS_WITH_FACTORS)
@example(plays=BY_APP)
@example(plays=BY_PASSKEY)
@example(plays=BY_RECOVERY_CODE)
@example(plays=UNDER_POLICIES)
@example(plays=BY_PROVIDER)
@settings(max_examples=settings().max_examples // 16, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_no_order_of_calls_gets_around_a_factor_or_a_policy(
    app: Quart, services: Services, add_company: AddCompany, provider: IdentityProvider, *, plays: list[Play]
) -> None:
    await play_all(app, services, await add_company(), provider, plays=plays)


async def play_all(
    app: Quart, services: Services, company: Company, provider: IdentityProvider, *, plays: list[Play]
) -> None:
    """A token is given exactly when the rules say so; its session is admitted exactly when the policy says so."""
    players, rules = await make_players(app, services, company, provider), Rules()
    visitors = [Visitor(app=app, services=services) for _ in range(2)]
    for browser, step, visitor in plays:
        flow = rules.browsers[browser].flow
        answer = await players[browser].play(step, visitor=visitors[visitor], other=players[1 - browser].at)
        is_allowed = rules.play(step, browser=browser, visitor=str(visitor))
        assert ("jwtToken" in answer.body) == is_allowed, (step, answer)
        assert len(players[0].passwords) == rules.resets + 1, (step, answer)
        assert answer.status < 500
        if is_allowed and flow is not None:
            lacks = rules.lacks_factor(flow.owner, applies=flow.applies)
            admitted = await players[browser].at.get("notifications", token=answer.body["jwtToken"])
            assert admitted.code == ("factor_setup_required" if lacks else None), (step, admitted)
