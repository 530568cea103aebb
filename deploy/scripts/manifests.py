"""Check compose.yaml and the manifests of Kubernetes by tools of others: `make manifests`.

    manifests.py

They are compose-spec, with the settings put in by podman-compose, kubernetes-validate for the oldest and the newest
version that is supported, and checkov.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

import yaml
from compose_spec import PyCompose
from podman_compose import rec_subs

DEPLOY: Final = Path(__file__).parents[1]
KUBERNETES: Final = DEPLOY / "kubernetes"
BIN: Final = Path(sys.executable).parent
VERSIONS: Final = ("1.32", "1.37")
# Files that kubectl does not read.
NOT_APPLIED: Final = ("kustomization.yaml", "prometheus-adapter.yaml")
# What does not hold, and why.
SKIPPED: Final = {
    "CKV_K8S_11": "a limit of processor time halts the event loop of all requests; requests are stated",
    "CKV_K8S_15": "the tag of a version is never given to another image",
    "CKV_K8S_35": "settings are read from the environment, as in all other ways to run it",
    "CKV_K8S_43": "an image has a digest once it is in a registry: kustomization.yaml is where it is named",
}


def main() -> int:
    check_compose()
    files = sorted(path for path in KUBERNETES.glob("*.yaml") if path.name not in NOT_APPLIED)
    statuses = [
        subprocess.run(command, check=False).returncode  # noqa: S603 - the tools of the locked environment
        for command in (
            *([BIN / "kubernetes-validate", "--strict", "--quiet", "-k", version, *files] for version in VERSIONS),
            [
                *(BIN / "checkov", "--directory", KUBERNETES, "--framework", "kubernetes", "--compact", "--quiet"),
                *("--skip-download", "--skip-check", ",".join(SKIPPED)),
            ],
        )
    ]
    if any(statuses):
        return 1
    print("manifests: passed")
    return 0


def check_compose() -> None:
    """Raise ValueError where compose.yaml is not as its specification has it."""
    lines = "\n".join((DEPLOY / name).read_text() for name in ("env.example", "owner.example")).splitlines()
    named = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    given = {name: value or "secret" for name, value in named.items()}
    filled = rec_subs(yaml.safe_load((DEPLOY / "compose.yaml").read_text()), given)
    PyCompose.from_yaml(yaml.safe_dump(filled))


if __name__ == "__main__":
    sys.exit(main())
