"""The client's copies of the server's rules equal them."""

import re
from pathlib import Path

from server.vocabulary.profiles import ROLES_OF_PROFILE, Profile, Role

TEXT = (Path(__file__).parents[3] / "client" / "src" / "lib" / "profiles.ts").read_text()


def test_the_roles_of_a_profile_are_the_server_s() -> None:
    _, _, mapping = TEXT.partition("ROLES_OF_PROFILE")
    lines = re.findall(r"^  ([A-Z_]+): \[(.*)\],$", mapping, re.MULTILINE)
    client_roles = {profile: tuple(re.findall(r"'([A-Z_]+)'", roles)) for profile, roles in lines}
    assert client_roles == {
        profile.value: tuple(role.value for role in roles) for profile, roles in ROLES_OF_PROFILE.items()
    }


def test_profiles_and_roles_are_the_server_s_in_its_order() -> None:
    assert labelled("PROFILE_LABELS") == [profile.value for profile in Profile]
    assert labelled("ROLE_LABELS") == [role.value for role in Role]


def labelled(name: str) -> list[str]:
    _, _, labels = TEXT.partition(f"{name} = texts({{")
    return re.findall(r"^  ([A-Z_]+):", labels.partition("}")[0], re.MULTILINE)
