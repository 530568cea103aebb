from quart import Blueprint
from quart_schema import tag, validate_querystring, validate_request, validate_response

from server.access.flows.answers import code_fields
from server.access.robot_check.errors import RobotCheckFailedError
from server.access.sessions.answers import complete_answer
from server.access.sessions.schemas import CompleteAnswer
from server.access.signup.check_contact import is_free_email, is_free_phone
from server.access.signup.form import SignupForm
from server.access.signup.register_company import register_company
from server.access.signup.register_person import register_person
from server.access.signup.schemas import (
    AvailabilityAnswer,
    CompleteSignupRequest,
    EmailQuery,
    PhoneQuery,
    RegisterAnswer,
    RegisterRequest,
)
from server.company.companies.create_company import NewCompany
from server.platform.configuration.settings import RobotCheckKind
from server.platform.errors import TooManyRequestsError
from server.platform.http.authentication import current_services, current_visit, limited, public, spend
from server.platform.http.costly import ALL_UNCHECKED_SIGN_UPS, UNCHECKED_SIGN_UPS, costly
from server.platform.http.flow_cookie import forget_flow_secret, send_device_secret, send_flow_secret

blueprint = Blueprint("signup", __name__, url_prefix="/signup")


@blueprint.post("/register")
@public
@costly
@validate_request(RegisterRequest)
@validate_response(RegisterAnswer)
@tag(["Sign-up"])
async def register(data: RegisterRequest) -> RegisterAnswer:
    """Begin a sign-up and send its first code. No account is made yet."""
    services = current_services()
    payload = data.recaptcha_token or None
    if payload is None and services.robot_check.kind is not RobotCheckKind.OFF:
        await _spend_unchecked()
    form = SignupForm(
        full_name=data.full_name,
        email=data.email,
        phone=data.phone,
        password=data.password,
        apply_to=data.apply_to,
    )
    opened = await register_person(services, form, robot_check_payload=payload, caller=current_visit())
    send_flow_secret(opened.secret)
    flow = opened.flow
    return RegisterAnswer(
        user_id=flow.handle, next_step=flow.next_step, **code_fields(flow, settings=services.settings)
    )


async def _spend_unchecked() -> None:
    """Raises RobotCheckFailedError: the check lifts these limits, so it is asked for instead of a refusal."""
    try:
        await spend(UNCHECKED_SIGN_UPS)
        await spend(ALL_UNCHECKED_SIGN_UPS, key="all")
    except TooManyRequestsError:
        raise RobotCheckFailedError from None


@blueprint.post("/complete")
@public
@limited(300)
@validate_request(CompleteSignupRequest)
@validate_response(CompleteAnswer)
@tag(["Sign-up"])
async def complete_signup(data: CompleteSignupRequest) -> CompleteAnswer:
    """Register the company of a verified sign-up, and sign in as its Super Admin. It can be done once."""
    company = NewCompany(name=data.company_name, industry=data.industry, website=data.company_website)
    signed_in = await register_company(current_services(), company, handle=data.user_id, caller=current_visit())
    forget_flow_secret()
    if signed_in.device_secret is not None:
        send_device_secret(signed_in.device_secret)
    return complete_answer(signed_in)


@blueprint.get("/check-email")
@public
@limited(40)
@validate_querystring(EmailQuery)
@validate_response(AvailabilityAnswer)
@tag(["Sign-up"])
async def check_email(query_args: EmailQuery) -> AvailabilityAnswer:
    """Say whether this email is available."""
    return AvailabilityAnswer(available=await is_free_email(current_services(), query_args.email))


@blueprint.get("/check-phone")
@public
@limited(40)
@validate_querystring(PhoneQuery)
@validate_response(AvailabilityAnswer)
@tag(["Sign-up"])
async def check_phone(query_args: PhoneQuery) -> AvailabilityAnswer:
    """Say whether this phone number is available."""
    return AvailabilityAnswer(available=await is_free_phone(current_services(), query_args.phone))
