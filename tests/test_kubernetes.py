"""deploy/kubernetes agrees with the application; `make manifests` checks it by tools of others."""

import re
from typing import Any, Final

import yaml  # type: ignore[import-untyped]  # schemathesis brings it, without types
from quart import Quart

from server.cli import COMMANDS
from server.platform.configuration.load_settings import load_settings
from server.platform.configuration.settings import Settings
from server.platform.process.metrics import QUEUE_WAIT
from server.platform.process.version import VERSION
from tests.architecture.source import PROJECT

FOLDER: Final = PROJECT / "deploy/kubernetes"
NAME: Final = "app.kubernetes.io/name"
SECRET: Final = "f3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934c"
SETTINGS: Final = {name.upper() for name in Settings.model_fields}
# What kubectl applies with the kustomization, and what it does not.
NOT_APPLIED: Final = {"secrets.example.yaml", "prometheus-adapter.yaml"}


def read(file: str) -> list[Any]:
    return list(yaml.safe_load_all((FOLDER / file).read_text()))


KUSTOMIZATION: Final = read("kustomization.yaml")[0]
OBJECTS: Final = [document for file in KUSTOMIZATION["resources"] for document in read(file)]


def of_kind(kind: str) -> dict[str, Any]:
    return {found["metadata"]["name"]: found for found in OBJECTS if found["kind"] == kind}


def templates() -> dict[str, Any]:
    """What pods are made from, by their name."""
    jobs = {name: found["spec"]["jobTemplate"]["spec"] for name, found in of_kind("CronJob").items()}
    plain = {name: found["spec"] for name, found in (of_kind("Deployment") | of_kind("Job")).items()}
    return {name: found["template"] for name, found in (plain | jobs).items()}


def containers() -> dict[str, Any]:
    return {name: template["spec"]["containers"][0] for name, template in templates().items()}


def test_every_file_is_applied() -> None:
    assert {*KUSTOMIZATION["resources"], *NOT_APPLIED, "kustomization.yaml"} == {path.name for path in FOLDER.iterdir()}
    assert {found.get("metadata", {}).get("namespace", "waymark") for found in OBJECTS} == {"waymark"}


def test_containers_are_of_this_version_and_start_what_exists() -> None:
    lines = {line.partition(":")[0] for line in (PROJECT / "Procfile").read_text().splitlines()}
    found = containers()

    assert {container["image"] for container in found.values()} == {f"waymark:{VERSION}"}
    assert [image["newTag"] for image in KUSTOMIZATION["images"]] == [VERSION]
    assert {container["args"][0] for container in found.values() if "args" in container} == lines
    assert {container["command"][-1] for container in found.values() if "command" in container} <= COMMANDS.keys()


def test_probes_ask_what_the_application_answers(app: Quart) -> None:
    routes = {rule.rule for rule in app.url_map.iter_rules()}
    dockerfile = (PROJECT / "deploy/Dockerfile").read_text()
    web, worker = containers()["web"], containers()["worker"]
    (health,) = re.findall(r"CMD-SHELL, \"(.+)\"\]", (PROJECT / "deploy/compose.yaml").read_text())

    asked = {name: web[name]["httpGet"] for name in ("startupProbe", "livenessProbe", "readinessProbe")}
    assert {probe["path"] for probe in asked.values()} <= routes
    # One that asks for Postgres would restart all processes in its outage, and one for Redis end the service in that.
    assert asked["livenessProbe"]["path"] == "/health/live"
    assert asked["readinessProbe"]["path"] == "/health"
    assert [port["name"] for port in web["ports"]] == ["http", "metrics"]
    assert f"EXPOSE {' '.join(str(port['containerPort']) for port in web['ports'])}\n" in dockerfile
    assert worker["ports"] == web["ports"][1:]
    for name in ("startupProbe", "livenessProbe", "readinessProbe"):
        assert worker[name]["exec"]["command"] == ["sh", "-c", health.replace("$$", "$")]


def test_settings_exist_and_suffice_and_only_the_owner_s_jobs_have_its_password() -> None:
    secrets = {found["metadata"]["name"]: found["stringData"] for found in read("secrets.example.yaml")}
    given = of_kind("ConfigMap")["settings"]["data"] | secrets["settings"]

    assert given.keys() | secrets["owner"].keys() <= SETTINGS
    assert {name for name, container in containers().items() if "owner" in str(container["envFrom"])} == {
        *of_kind("Job"),
        *of_kind("CronJob"),
    }
    assert {
        variable["name"] for container in containers().values() for variable in container.get("env", [])
    } - SETTINGS == {"TMPDIR"}
    filled = {name.lower(): (value or SECRET).replace(":password@", f":{SECRET}@") for name, value in given.items()}
    assert load_settings(_env_file=None, **filled).is_production


def test_no_container_has_more_privileges_than_it_needs() -> None:
    (user,) = re.findall(r"useradd --system --uid (\d+)", (PROJECT / "deploy/Dockerfile").read_text())

    for name, template in templates().items():
        pod, (container,) = template["spec"], template["spec"]["containers"]
        assert pod["serviceAccountName"] in of_kind("ServiceAccount"), name
        assert pod["automountServiceAccountToken"] is False, name
        assert pod["securityContext"]["runAsNonRoot"] is True, name
        assert pod["securityContext"]["runAsUser"] == int(user), name
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert {"requests", "limits"} <= container["resources"].keys(), name
        assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}
        assert "tmp" in {volume["name"] for volume in pod["volumes"]}, name


def test_what_refers_to_pods_finds_them() -> None:
    pods = {template["metadata"]["labels"][NAME] for template in templates().values()}

    assert pods == set(templates())
    for kind in ("Deployment", "PodDisruptionBudget"):
        for name, found in of_kind(kind).items():
            assert found["spec"]["selector"]["matchLabels"] == {NAME: name}, kind
    for name, found in of_kind("HorizontalPodAutoscaler").items():
        assert found["spec"]["scaleTargetRef"]["name"] == name
        assert found["spec"]["minReplicas"] >= 2
    assert of_kind("Deployment").keys() == of_kind("PodDisruptionBudget").keys() == {"web", "worker"}
    assert of_kind("HorizontalPodAutoscaler").keys() == {"web", "worker"}
    assert of_kind("Service")["web"]["spec"]["selector"] == {NAME: "web"}
    for found in of_kind("NetworkPolicy").values():
        assert set(re.findall(r"'(web|worker|migrate|[a-z-]+-audit)'", str(found["spec"]["podSelector"]))) <= pods
    assert of_kind("NetworkPolicy")["default-deny"]["spec"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}


def test_workers_are_scaled_by_a_metric_that_web_processes_have() -> None:
    (measured,) = (metric.name for metric in QUEUE_WAIT.collect())
    (metric,) = of_kind("HorizontalPodAutoscaler")["worker"]["spec"]["metrics"]
    ((rule,),) = (found["rules"]["external"] for found in read("prometheus-adapter.yaml"))

    assert metric["external"]["metric"]["name"] == measured
    assert rule["seriesQuery"].startswith(measured)


def test_processes_have_the_time_to_end_that_the_document_asks_for() -> None:
    assert "Give processes 30 seconds to end." in (PROJECT / "docs/deployment.md").read_text()
    for name in ("web", "worker"):
        assert templates()[name]["spec"]["terminationGracePeriodSeconds"] == 30
