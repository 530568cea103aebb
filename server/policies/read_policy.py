"""The policy of the caller's company, with its limits and the number of accounts that it concerns."""

from server.database import Connection
from server.identity.identity import Identity
from server.policies.policy import Policy
from server.policies.policy_form import LEAST_IDLE_MINUTES, Lengths
from server.policies.repository import count_people, read_policy
from server.policies.schemas import PolicyLimits, PolicyPeople, PolicyRecord
from server.services import Services
from server.settings import Settings


async def get_policy(services: Services, *, identity: Identity, address: str) -> PolicyRecord:
    async with services.database.reading() as connection:
        policy = await read_policy(connection, company_id=identity.company_id)
        return await describe(connection, policy, identity=identity, address=address, settings=services.settings)


async def describe(
    connection: Connection, policy: Policy, *, identity: Identity, address: str, settings: Settings
) -> PolicyRecord:
    longest = Lengths.of(settings)
    people = await count_people(connection, company_id=identity.company_id)
    return PolicyRecord(
        second_factor=policy.second_factor,
        factors=list(policy.factors),
        passkeys_only=policy.passkeys_only,
        session_idle_minutes=policy.session_idle_minutes,
        session_days=policy.session_days,
        email_domains=list(policy.email_domains),
        administrator_networks=list(policy.administrator_networks),
        version=policy.version,
        limits=PolicyLimits(
            least_idle_minutes=LEAST_IDLE_MINUTES, session_idle_minutes=longest.idle_minutes, session_days=longest.days
        ),
        people=PolicyPeople.model_validate(people),
        your_address=address,
    )
