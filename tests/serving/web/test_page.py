"""Files of the page as they are served."""

import re

from tests.serving.conftest import HirecServer


def test_the_page_loads_only_files_of_its_own(server: HirecServer) -> None:
    page = server.client.get("/")
    assert page.headers["content-type"].startswith("text/html")
    names = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert len(names) >= 3
    modules = [name for name in names if name.endswith(".js")]
    for name in modules:
        text = server.client.get(name).text
        modules += [f"/static/{found}" for found in re.findall(r'from "\./([\w.]+)"', text)
                    if f"/static/{found}" not in modules]  # fmt: skip
    assert len(modules) >= 8
    for name in {*names, *modules}:
        got = server.client.get(name)
        assert got.status_code == 200
        assert not re.search(r"(?:src|href|url\()\s*=?\s*[\"']?https?:", got.text)
        assert "innerHTML" not in got.text
        again = server.client.get(name, headers={"If-None-Match": got.headers["etag"]})
        assert again.status_code == 304


def test_no_file_outside_is_served(server: HirecServer) -> None:
    for name in ("..%2Fpage.py", "%2e%2e/page.py", "none.js", "page.py"):
        got = server.client.get(f"/static/{name}")
        assert got.status_code == 404
