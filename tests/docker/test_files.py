"""Image, compose file, proxy and variables: pinned, closed, in step with the settings."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCKER = ROOT / "docker"
COMPOSE = (DOCKER / "compose.yml").read_text(encoding="utf-8")
DOCKERFILE = (DOCKER / "Dockerfile").read_text(encoding="utf-8")
EXAMPLE = (DOCKER / ".env.example").read_text(encoding="utf-8")
PROXY = (DOCKER / "nginx" / "antifaz.conf.template").read_text(encoding="utf-8")
SCRIPTS = [*DOCKER.rglob("*.sh")]


def read_services() -> dict[str, str]:
    """Each service's lines, its own and those that it takes over from the blocks at the top."""
    shared = dict(re.findall(r"^x-\w+: &(\w+)\n((?:  .*\n)+)", COMPOSE, re.M))
    services = COMPOSE.split("\nservices:\n")[1].split("\nnetworks:\n")[0] + "\n"
    blocks = dict(re.findall(r"^  (\w+):\n((?:    .*\n|\n)+)", services, re.M))

    def expand(block: str) -> str:
        names = re.findall(r"<<: \*(\w+)", block)
        return block + "".join(expand(shared[name]) for name in names)

    return {name: expand(block) for name, block in blocks.items()}


SERVICES = read_services()


def variables() -> set[str]:
    settings = (ROOT / "webapp" / "settings.py").read_text(encoding="utf-8")
    return set(re.findall(r'\benv(?:_\w+)?\("([A-Z_]+)"', settings))


def listed(text: str) -> set[str]:
    return set(re.findall(r"^#?([A-Z][A-Z_]+)=", text, re.M))


def test_compose_has_the_five_services_and_the_migration() -> None:
    assert set(SERVICES) == {"proxy", "web", "worker", "migrate", "postgres", "redis"}


def test_settings_are_read_at_all() -> None:
    assert {"SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "SESSION_SECONDS"} <= variables()


@pytest.mark.parametrize("name", sorted(variables()))
def test_variable_is_documented(name: str) -> None:
    assert name in listed(EXAMPLE), f"{name} is missing in docker/.env.example"
    install = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    assert re.search(rf"^\| `{name}`", install, re.M), f"{name} is missing in docs/install.md"


def test_example_names_no_variable_that_nobody_reads() -> None:
    scripts = COMPOSE + "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    read_elsewhere = set(re.findall(r"\$\{([A-Z_]+)", scripts))
    known = variables() | {f"{name}_FILE" for name in variables()} | read_elsewhere
    assert listed(EXAMPLE) - known == set()


def test_example_holds_no_secret() -> None:
    assert not re.search(r"^#?(SECRET_KEY|DATABASE_URL|REDIS_URL)=\S", EXAMPLE, re.M)


def test_images_are_pinned_by_version() -> None:
    images = re.findall(r"^FROM (\S+)", DOCKERFILE, re.M)
    images += re.findall(r"^\s+image: (\S+)", COMPOSE, re.M)
    assert len(images) >= 6
    assert [image for image in images if not re.search(r":\d+\.\d+", image)] == []
    assert len({image for image in images if image.startswith("python:")}) == 1


def test_dependencies_are_pinned_by_constraints() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").lower().splitlines()
    pinned = {line.split("==")[0] for line in pins if "==" in line}
    names = {re.split(r"[\[<>=]", line)[0].lower() for line in project["dependencies"]}
    assert names - pinned == set()
    assert "--constraint constraints.txt" in DOCKERFILE


def test_image_runs_as_an_ordinary_user() -> None:
    last = DOCKERFILE.rsplit("\nFROM ", 1)[1]
    (user,) = re.findall(r"^USER (\S+)", last, re.M)
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", user), "by number, so that any engine can check it"
    assert "HEALTHCHECK" in last


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_service_is_hardened(name: str) -> None:
    block = SERVICES[name]
    for line in ("read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "pids_limit"):
        assert line in block, f"{name}: {line}"
    assert "privileged: true" not in block
    assert "docker.sock" not in block
    assert "healthcheck:" in block
    if name in {"postgres", "redis"}:
        assert re.search(r"^    user: \w+", block, re.M)


def test_only_the_proxy_is_reached_from_outside() -> None:
    assert [name for name, block in SERVICES.items() if "ports:" in block] == ["proxy"]
    networks = {name: re.findall(r"networks: \[(.*)\]", block) for name, block in SERVICES.items()}
    assert networks["proxy"] == ["edge, inner"]
    assert all("edge" not in networks[name][0] for name in SERVICES if name != "proxy")
    assert "inner: {internal: true}" in COMPOSE
    assert "store: {internal: true}" in COMPOSE


def test_proxy_takes_a_whole_file_and_only_on_import() -> None:
    frame = (DOCKER / "nginx" / "nginx.conf").read_text(encoding="utf-8")
    limits = re.findall(r"client_max_body_size (\d+)m;", frame + PROXY)
    assert limits == ["3", "501", "2048", "1024"]  # the last two of programs
    assert re.search(r"location ~ \^/p/\[\^/\]\+/import\$ \{\s+client_max_body_size 501m;", PROXY)
    assert re.search(r"api/projects/\[\^/\]\+/imports\$ \{\s+client_max_body_size 2048m;", PROXY)
    assert re.search(r"vpc/batch\$ \{\s+client_max_body_size 1024m;", PROXY)


def test_proxy_speaks_only_modern_tls_and_overwrites_claims() -> None:
    assert "ssl_protocols TLSv1.2 TLSv1.3;" in PROXY
    assert "max-age=31536000" in PROXY
    for line in ("X-Forwarded-For $remote_addr", "X-Real-IP $remote_addr", "Proto $scheme"):
        assert line in PROXY


def test_proxy_logs_no_query() -> None:
    frame = (DOCKER / "nginx" / "nginx.conf").read_text(encoding="utf-8")
    (log_format,) = re.findall(r"log_format quiet '(.*)';", frame)
    assert not re.search(r"\$(request|request_uri|args|http_referer)\b", log_format)


def test_build_context_holds_only_what_is_named() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    assert not any("data" in rule or "secret" in rule or rule == "!docker" for rule in rules)
    copied = {"annotation", "learning", "surrogates", "webapp", "templates", "static"}
    assert {f"!{name}" for name in copied} <= set(rules)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_parses(script: Path) -> None:
    subprocess.run(["sh", "-n", script], check=True)


def test_secrets_are_made_once_and_closed(tmp_path: Path) -> None:
    shutil.copy(DOCKER / "make-secrets.sh", tmp_path)
    folder = tmp_path / "secrets"

    def make() -> dict[str, str]:
        command = ["sh", tmp_path / "make-secrets.sh"]
        subprocess.run(command, check=True, capture_output=True)
        return {path.name: path.read_text(encoding="utf-8").strip() for path in folder.iterdir()}

    first = make()
    assert make() == first
    assert set(re.findall(r"file: secrets/(\w+)", COMPOSE)) == set(first)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert len(first["secret_key"]) >= 50
    assert first["database_password"] in first["database_url"]
    assert first["redis_password"] in first["redis_url"]
    assert len(set(first.values())) == len(first)


def test_compose_accepts_the_file(tmp_path: Path) -> None:
    """With Docker's own client where it is installed; it needs no engine for this."""
    compose = ["docker", "compose"]
    if (
        not shutil.which("docker")
        or subprocess.run([*compose, "version"], capture_output=True).returncode
    ):
        pytest.skip("the client has no `docker compose`")
    shutil.copytree(DOCKER, tmp_path / "docker")
    shutil.copy(DOCKER / ".env.example", tmp_path / "docker" / ".env")
    subprocess.run(["sh", tmp_path / "docker" / "make-secrets.sh"], check=True)
    command = [*compose, "-f", str(tmp_path / "docker" / "compose.yml"), "config", "--quiet"]
    subprocess.run(command, check=True)


def test_every_promise_names_a_test_that_exists() -> None:
    promises = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", promises)
    assert len(named) > 20
    missing = [
        f"{path}::{test}"
        for path, test in named
        if not (ROOT / path).is_file()
        or f"def {test}(" not in (ROOT / path).read_text(encoding="utf-8")
    ]
    assert missing == []


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    broken = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in pages
        for link in re.findall(r"\]\((?!https?:)([^)#\s]+)", page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]
    assert broken == []


def test_catalogues_are_not_marked_fuzzy() -> None:
    """pybabel leaves such a catalogue out without a word, and the interface stays English."""
    for catalogue in (ROOT / "webapp" / "locale").rglob("*.po"):
        head = catalogue.read_text(encoding="utf-8").split('msgstr ""', 1)[0]
        assert "fuzzy" not in head, catalogue.relative_to(ROOT)


@pytest.mark.parametrize(
    ("name", "value"),
    [("WEB_WORKERS", "0"), ("WEB_THREADS", "-4"), ("PORT", "70000"), ("WEB_WORKERS", "two")],
)
def test_absurd_numbers_end_the_start_by_name(name: str, value: str) -> None:
    command = ["sh", str(DOCKER / "entrypoint.sh"), "web"]
    env = {"PATH": "/nowhere:/bin:/usr/bin", name: value}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"{name} must be a whole number from 1 to" in done.stderr
