"""The texts of messages: templates in, subject, plain text and HTML out."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from math import ceil
from typing import Any, Final, cast
from urllib.parse import urlsplit

from babel.numbers import format_decimal
from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup, escape

from server.company.companies.logo import logo_path
from server.messaging.messages.catalogues import TEMPLATES, translations
from server.messaging.messages.kinds import Channel, MessageKind, Outgoing
from server.platform.configuration.load_settings import parse_sms_templates
from server.platform.configuration.settings import Settings
from server.vocabulary.languages import SOURCE_LANGUAGE, Language
from server.vocabulary.regions import locale_of
from server.vocabulary.visible_text import company_name_problem, without_invisible

_BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)
# Two septets each.
_EXTENDED: Final = frozenset("\f^{}\\[~]|€")

GSM_7: Final = "GSM-7"
UCS_2: Final = "UCS-2"
# A single part, and each of several, which lose room to the header that joins them.
_ROOM: Final = {GSM_7: (160, 153), UCS_2: (70, 67)}


@dataclass(frozen=True, kw_only=True)
class Segments:
    """`length` is in septets of GSM-7, or in UTF-16 units."""

    encoding: str
    length: int
    parts: int


def is_gsm(text: str) -> bool:
    return not set(text) - _BASIC - _EXTENDED


def count_segments(text: str) -> Segments:
    """One letter outside GSM-7 makes the whole text UCS-2."""
    if is_gsm(text):
        encoding, length = GSM_7, len(text) + sum(letter in _EXTENDED for letter in text)
    else:
        encoding, length = UCS_2, len(text.encode("utf-16-le")) // 2
    whole, each = _ROOM[encoding]
    return Segments(encoding=encoding, length=length, parts=1 if length <= whole else ceil(length / each))


# The variables of a kind's template, in the order of their first use. All else is alike in each of its messages.
VARIABLES: Final[Mapping[MessageKind, tuple[str, ...]]] = {
    MessageKind.CODE: ("code", "minutes"),
    MessageKind.INVITATION: ("company", "link", "login"),
    MessageKind.PASSWORD_CHANGED: (),
}
# Operators in India let one variable hold so much of a name.
LONGEST_NAME: Final = 30
# A number to call is no part of a company's name.
MOST_DIGITS: Final = 4
NAMELESS: Final = "Your organisation"

# What a template, a phone or a script could take for more than a letter; and line breaks.
_MARKS: Final = re.compile(r"[{}\[\]<>|\\^~`#@\s]+")


def sms_template(kind: MessageKind, language: Language) -> str:
    """What SMS_TEMPLATES calls the template of a kind in a language."""
    return kind.value if language is SOURCE_LANGUAGE else f"{kind}.{language}"


def _company(values: Mapping[str, Any]) -> str:
    """The name where its letters cost no second part; else the words of the short name, which every phone can show."""
    allows_all = values["language"] is not SOURCE_LANGUAGE
    for given in (str(values["company_name"]), str(values["company_slug"]).replace("-", " ").title()):
        name = _plain(given)
        if name and (allows_all or is_gsm(name)) and sum(map(str.isdigit, name)) <= MOST_DIGITS:
            return name
    return NAMELESS


def _may_be_subject(name: str) -> bool:
    """Tell whether a verified name of a company holds no address and no number to call."""
    return company_name_problem(name) is None and sum(map(str.isdigit, name)) <= MOST_DIGITS


def _link(values: Mapping[str, Any]) -> str:
    if values["link"] is None:
        raise LookupError
    return str(values["link"])


def _login(values: Mapping[str, Any]) -> str:
    """A code with a dot could be read as an address, which phones turn into a link."""
    company, slash, code = str(values["login"]).partition("/")
    return f"{company}/(your code)" if slash and "." in code else f"{company}{slash}{code}"


def _plain(name: str) -> str:
    """One line without markup, of a length that does not crowd out the rest."""
    line = _MARKS.sub(" ", name).strip()
    return line if len(line) <= LONGEST_NAME else f"{line[: LONGEST_NAME - 2].rstrip()}.."


_VALUES: Final[Mapping[str, Callable[[Mapping[str, Any]], str]]] = {
    "code": lambda values: str(values["secret"]),
    "minutes": lambda values: str(values["minutes"]),
    "company": _company,
    "link": _link,
    "login": _login,
}


# Parameters that accounts have typed for others to read.
TYPED_NAMES: Final = (
    *("full_name", "company_name", "cancelled_by", "passkey", "provider", "factor", "device"),
    *("decision", "stage", "stage_text"),
)
# Where mails of many people are stopped by one click.
STOP_PATH: Final = "/api/v1/announcements/stop"
# What may hold the name of a file, whose dot stays unless it makes an address: students.zip is one.
TYPED_FILES: Final = ("file_name", "reason")

# Separators of the labels of a domain, by browsers' rules too (UTS 46), where more text follows.
_DOT: Final = re.compile("[.\u3002\uff0e\uff61](?=\\S)")
_LINKED: Final = re.compile("://|@")


@dataclass(frozen=True, kw_only=True)
class RenderedMessage:
    """An SMS has only its text, and the variables of its template. Each of them may hold the secret."""

    subject: str
    text: str
    html: str | None
    variables: Mapping[str, str] = field(default_factory=dict, repr=False)
    # The address that a mail program asks (RFC 8058) when its user wants no more of these.
    stops_at: str | None = field(default=None, repr=False)


class Renderer:
    """Texts in the name of one installation: its brand, its address; each in the language of its recipient.

    A text message is in another language where a template of it is registered: `texted` names those, as `code.hi`.
    """

    def __init__(self, *, brand: str, tagline: str, public_url: str, texted: Collection[str] = ()) -> None:
        self._texted = texted
        self._public_url = public_url.rstrip("/")
        host = urlsplit(public_url).hostname or ""
        installation = {"brand": brand, "tagline": tagline, "public_url": public_url, "host": host}
        # Each compiles a template when it is first used: all of them would hold up every start.
        self._environment = cache(partial(_environment, installation))

    @staticmethod
    def from_settings(settings: Settings) -> "Renderer":
        return _renderer(
            brand=settings.brand_name,
            tagline=settings.brand_tagline,
            public_url=settings.effective_public_url,
            texted=frozenset(parse_sms_templates(settings)),
        )

    def render(self, message: Outgoing) -> RenderedMessage:
        """Raises jinja2.UndefinedError or LookupError when a parameter of the kind is missing."""
        kind, parameters, language = message.kind, message.parameters, message.language
        if message.channel is Channel.SMS and sms_template(kind, language) not in self._texted:
            language = SOURCE_LANGUAGE
        own = {name: getattr(message, name) for name in ("recipient", "secret", "link", "import_id")}
        files = [name for name in TYPED_FILES if name in parameters and company_name_problem(parameters[name])]
        typed = [*files, *(name for name in TYPED_NAMES if name in parameters)]
        values = parameters | own | {name: _unlinked(parameters[name]) for name in typed}
        values |= {"kind": kind.value, "language": language, "locale": locale_of(language, region=message.region)}
        values["logo"] = None if message.logo_id is None else f"{self._public_url}{logo_path(message.logo_id)}"
        name = message.verified_name
        values["verified_company"] = _unlinked(name) if name is not None and _may_be_subject(name) else None
        plain = self._environment(language, autoescape=False)
        subject = " ".join(plain.get_template("subjects.txt").render(values).split())
        if message.channel is Channel.SMS:
            variables = {name: _VALUES[name](values) for name in VARIABLES[kind]}
            text = plain.get_template(f"{kind.value}.sms.txt").render(variables).strip()
            return RenderedMessage(subject=subject, text=text, html=None, variables=variables)
        pages = self._environment(language, autoescape=True)
        return RenderedMessage(
            subject=subject,
            text=plain.get_template(f"{kind.value}.txt").render(values),
            html=pages.get_template(f"{kind.value}.html").render({**values, "subject": subject}),
            stops_at=f"{self._public_url}{STOP_PATH}?code={parameters['mail_code']}"
            if "mail_code" in parameters
            else None,
        )

    def template_of(self, kind: MessageKind, *, language: Language, form: Callable[[int], str]) -> str:
        """The text message of a kind as its template is registered; `form` writes a variable by its number."""
        numbered = {name: form(number) for number, name in enumerate(VARIABLES[kind], start=1)}
        plain = self._environment(language, autoescape=False)
        return plain.get_template(f"{kind.value}.sms.txt").render(numbered).strip()


_renderer: Final = cache(Renderer)


def _environment(installation: Mapping[str, str], language: Language, *, autoescape: bool) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=autoescape,  # noqa: S701 - off for plain text alone
        undefined=StrictUndefined,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.policies["ext.i18n.trimmed"] = True
    texts, translated = translations(language), cast("Any", environment)
    translated.install_gettext_callables(texts.gettext, texts.ngettext, newstyle=True)
    environment.globals.update(installation, language=language.value)
    environment.filters |= {"linked": _linked, "thousands": _thousands, **(_MARKED if autoescape else _UNMARKED)}
    return environment


@pass_context
def _thousands(context: Context, number: int) -> str:
    return format_decimal(number, locale=context["locale"])


def _linked(text: str, links: Collection[str]) -> Markup:
    """A text of several lines in which these addresses are links."""
    addresses = "|".join(map(re.escape, sorted(links, key=len, reverse=True)))
    parts = re.split(f"({addresses})", text) if addresses else [text]
    # Each second part is an address.
    anchor = Markup('<a href="{0}">{0}</a>')
    shown = Markup().join(anchor.format(part) if place % 2 else escape(part) for place, part in enumerate(parts))
    return Markup("<br>").join(shown.split("\n"))


# A name or a button within a sentence, so that a text and its page have the same sentence to translate.
_MARKED: Final[dict[str, Callable[[str], str]]] = {
    "strong": lambda name: Markup("<strong>{}</strong>").format(name),
    "quoted": lambda words: Markup("&ldquo;{}&rdquo;").format(words),
}
_UNMARKED: Final[dict[str, Callable[[str], str]]] = {"strong": str, "quoted": lambda words: f'"{words}"'}


def _unlinked(name: str) -> str:
    """One visible line that no mail client turns into a link: a space follows each dot.

    Names stored before they had rules are among them.
    """
    return " ".join(_DOT.sub(". ", _LINKED.sub(" ", without_invisible(name))).split())
