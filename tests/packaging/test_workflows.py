"""The GitHub workflows follow the policy in .github/zizmor.yml."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.packaged import ROOT

GITHUB = ROOT / ".github"
ZIZMOR = Path(sys.executable).with_name("zizmor")
WORKFLOWS = sorted([*GITHUB.glob("workflows/*.yml"), *GITHUB.glob("actions/*/*.yml")])

needs_zizmor = pytest.mark.skipif(not ZIZMOR.exists(), reason="zizmor is not installed")


def audit(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run zizmor as `make check` does."""
    return subprocess.run(
        [ZIZMOR, "--offline", "--quiet", ".github"], cwd=folder, capture_output=True, text=True
    )


@needs_zizmor
def test_workflows_follow_the_policy() -> None:
    done = audit(ROOT)
    assert done.returncode == 0, done.stdout


@needs_zizmor
def test_policy_finds_a_checkout_that_keeps_credentials(tmp_path: Path) -> None:
    shutil.copytree(GITHUB, tmp_path / ".github")
    path = tmp_path / ".github" / "workflows" / "tests.yml"
    text = path.read_text(encoding="utf-8")
    assert "persist-credentials: false" in text
    path.write_text(text.replace("persist-credentials: false", "fetch-depth: 1"), encoding="utf-8")
    done = audit(tmp_path)
    assert done.returncode != 0
    assert "artipacked" in done.stdout


def test_no_checkout_keeps_credentials() -> None:
    texts = [path.read_text(encoding="utf-8") for path in WORKFLOWS]
    kept = sum(text.count("uses: actions/checkout@") for text in texts)
    assert kept == sum(text.count("persist-credentials: false") for text in texts) == 9


def test_actions_are_commits_with_their_version_that_dependabot_updates() -> None:
    uses = [use for path in WORKFLOWS for use in re.findall(r"uses: (.+)", path.read_text("utf-8"))]
    others = [use for use in uses if not use.startswith("./")]
    assert len(others) > 20
    assert [use for use in others if not re.search(r"@[0-9a-f]{40} # v\d+\.\d+\.\d+$", use)] == []
    versions = {tuple(use.split(" # ")) for use in others}
    assert len(versions) == len(dict(versions)) == len({use.split("@")[0] for use in others})
    updates = (GITHUB / "dependabot.yml").read_text(encoding="utf-8")
    assert "package-ecosystem: github-actions" in updates
    assert '"/.github/actions/*"' in updates


def test_only_the_signing_job_sees_secrets() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in WORKFLOWS}
    assert [name for name, text in texts.items() if "secrets." in text] == ["release.yml"]
    jobs = re.split(r"^  (?=[a-z-]+:$)", texts["release.yml"], flags=re.MULTILINE)
    (signing,) = (job for job in jobs if "secrets." in job)
    assert "environment: android-signing" in signing
    assert "sh tools/sign_android.sh" in signing
    assert "buildozer" not in signing


def test_jobs_of_a_release_have_only_the_permissions_they_need() -> None:
    text = (GITHUB / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert "\npermissions: {}\n" in text
    assert re.findall(r"^      ([a-z-]+): write$", text, flags=re.MULTILINE) == [
        "contents",
        "id-token",
    ]
    assert "if: vars.PUBLISH_PYTHON_PACKAGE == 'true'" in text


def test_rules_and_store_job_installs_what_the_tests_import() -> None:
    text = (GITHUB / "workflows" / "tests.yml").read_text(encoding="utf-8")
    job = text.partition("  rules-and-store:\n")[2].partition("\n  everything:\n")[0]
    files = [ROOT / "tests" / "conftest.py"]
    for folder in ("rules", "store"):
        assert f"tests/{folder}" in job
        files += (ROOT / "tests" / folder).rglob("*.py")
    found = {
        name
        for file in files
        for name in re.findall(r"^(?:from|import) (\w+)", file.read_text("utf-8"), re.MULTILINE)
    }
    others = found - sys.stdlib_module_names - {"companion", "tests", "tools"}
    assert {"hypothesis", "pytest"} <= others <= set(re.findall(r"(\w+)==", job))


def test_make_check_audits_the_workflows() -> None:
    assert "zizmor --offline --quiet .github" in (ROOT / "Makefile").read_text(encoding="utf-8")
