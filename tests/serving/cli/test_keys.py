"""``hirec keys``: made, listed, revoked; the text is shown once."""

import json
from pathlib import Path

import pytest

from serving.keys import Action, KeyStore
from tests.serving.cli.test_app import call


def test_the_life_of_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "keys.db"
    scopes = ("--scope", "ask:sample", "--scope", "operate")
    assert call(monkeypatch, "keys", "create", "Ann", "--keys", file, *scopes) == 0
    text = capsys.readouterr().out.strip()
    key = KeyStore(file).find(text)
    assert key is not None
    assert key.allows(Action.OPERATE, "any")
    assert call(monkeypatch, "keys", "create", "Bob", "--keys", file, "--json") == 0
    bob = json.loads(capsys.readouterr().out)
    assert [scope["action"] for scope in bob["scopes"]] == ["ask", "read"]
    assert call(monkeypatch, "keys", "revoke", key.key_id, "--keys", file) == 0
    assert call(monkeypatch, "keys", "list", "--keys", file) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == 2
    assert any("Ann" in line and "revoked" in line for line in listed)
    assert text not in "".join(listed)
    assert call(monkeypatch, "keys", "revoke", "nobody", "--keys", file) == 2
    assert call(monkeypatch, "keys", "create", "C", "--keys", file, "--scope", "all") == 2
