"""Keys: made once, kept as hashes, revoked for good, and only for what their scopes say."""

from pathlib import Path

import pytest

from serving.keys import Action, KeysError, KeyStore, Scope


@pytest.fixture
def store(tmp_path: Path) -> KeyStore:
    return KeyStore(tmp_path / "keys.db")


def test_a_key_is_found_by_its_text_alone(store: KeyStore, tmp_path: Path) -> None:
    key, text = store.create("Ann", [Scope(Action.ASK, "sample")], 60)
    assert store.find(text) == key
    assert store.find(text + "x") is None
    assert store.find(f"hirec_{key.key_id}_") is None
    assert store.find("") is None
    content = (tmp_path / "keys.db").read_bytes()
    assert text.encode() not in content
    assert text.split("_", 2)[2].encode() not in content
    assert (tmp_path / "keys.db").stat().st_mode & 0o077 == 0


def test_a_revoked_key_is_refused_by_every_store(store: KeyStore, tmp_path: Path) -> None:
    key, text = store.create("Ann", [Scope(Action.ASK)], 60)
    KeyStore(tmp_path / "keys.db").revoke(key.key_id)
    assert store.find(text) is None
    (listed,) = store.all()
    assert listed.revoked is not None
    store.revoke(key.key_id)
    assert store.all() == [listed]
    with pytest.raises(KeysError, match="no key 12345678"):
        store.revoke("12345678")


def test_scopes_are_an_action_on_an_index(store: KeyStore) -> None:
    key, _ = store.create("Ann", [Scope.parse("ask:sample"), Scope.parse("read")], 60)
    assert key.allows(Action.ASK, "sample")
    assert not key.allows(Action.ASK, "other")
    assert key.allows(Action.READ, "other")
    assert not key.allows(Action.OPERATE, "sample")
    for wrong in ("", "write", "ask:a b", ":sample"):
        with pytest.raises(KeysError, match="is no scope"):
            Scope.parse(wrong)


def test_what_describes_no_key_is_refused(store: KeyStore, tmp_path: Path) -> None:
    for name, scopes, rate in (
        (" ", [Scope(Action.ASK)], 1),
        ("a", [], 1),
        ("a", [Scope(Action.ASK)], 0),
    ):
        with pytest.raises(KeysError):
            store.create(name, scopes, rate)
    (tmp_path / "other").write_text("no database, " * 100)
    with pytest.raises(KeysError, match="cannot be used"):
        KeyStore(tmp_path / "other")
