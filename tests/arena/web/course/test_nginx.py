"""Debian's nginx in front of a course: it asks for passwords, and says who has given one."""

import os
import shutil
import socket
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from getpass import getuser
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.arena.course.test_course import served
from tests.arena.web.course.client import BOUNDARY, packed
from tests.arena.web.course.conftest import make_folder
from tests.conftest import until

pytestmark = pytest.mark.drill
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
PROXY = "127.0.0.5"  # from which it connects to the course
CONFIG = """
user {user}; pid {own}/pid; error_log {own}/errors; daemon off; worker_processes 1;
events {{ worker_connections 64; }}
http {{
    access_log off; client_body_temp_path {own}/body; proxy_temp_path {own}/proxy;
    fastcgi_temp_path {own}/fastcgi; uwsgi_temp_path {own}/uwsgi; scgi_temp_path {own}/scgi;
    server {{
        listen 127.0.0.1:{port};
        auth_basic course; auth_basic_user_file {own}/passwords;
        location / {{
            proxy_pass {url}; proxy_bind {proxy};
            proxy_set_header Host $http_host;
            proxy_set_header X-Remote-User $remote_user;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
        }}
    }}
}}
"""


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@contextmanager
def nginx(own: Path, url: str) -> Iterator[int]:
    """Run nginx in front of a server; yield its port."""
    assert NGINX is not None
    own.mkdir()
    port = free_port()
    (own / "conf").write_text(CONFIG.format(own=own, port=port, url=url, proxy=PROXY, user=getuser()), encoding="utf-8")
    (own / "passwords").write_text("".join(f"{user}:{{PLAIN}}word\n" for user in ("ann", "nobody")), encoding="utf-8")
    process = subprocess.Popen([NGINX, "-c", str(own / "conf"), "-p", str(own)], stderr=subprocess.DEVNULL)
    try:
        until(lambda: (own / "pid").is_file() and bool((own / "pid").read_text()))
        yield port
    finally:
        process.terminate()
        process.wait(20)


def ask(port: int, path: str, user: str = "", body: bytes = b"", **headers: str) -> tuple[int, str, str]:
    """Return status, address it leads to, and text of an answer."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    given: Mapping[str, str] = {name.replace("_", "-"): value for name, value in headers.items()}
    if user:
        given = {**given, "Authorization": f"Basic {b64encode(f'{user}:word'.encode()).decode()}"}
    connection.request("POST" if body else "GET", path, body or None, given)
    answer = connection.getresponse()
    found = answer.status, answer.getheader("Location") or "", answer.read().decode()
    connection.close()
    return found


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
def test_nginx_says_who_asks(tmp_path: Path) -> None:
    """People whom the proxy has asked for a password are signed in; headers of clients are not believed."""
    folder = tmp_path / "course"
    folder.mkdir()
    make_folder(folder)
    with served(folder, "--trusted-proxy", PROXY) as (url, _), nginx(tmp_path / "nginx", url) as port:
        direct = urlsplit(url).port or 0
        origin, kind = f"http://127.0.0.1:{port}", f"multipart/form-data; boundary={BOUNDARY}"
        body = packed({"mind.py": b"x = 1\n"})
        assert ask(port, "/mine")[0] == 401
        assert "<h1>Ann</h1>" in ask(port, "/mine", "ann")[2]
        assert "<h1>Ann</h1>" in ask(port, "/mine", "ann", X_Remote_User="bob")[2]
        assert ask(port, "/mine", "nobody")[:2] == (303, "/sign-in")
        assert ask(direct, "/mine", X_Remote_User="ann")[:2] == (303, "/sign-in")
        assert ask(port, "/mine", "ann", body, Content_Type=kind)[0] == 403
        assert ask(port, "/mine", "ann", body, Content_Type=kind, Origin="http://evil.example")[0] == 403
        assert ask(port, "/mine", "ann", body, Content_Type=kind, Origin=origin)[:2] == (303, "/mine/hand-ins/1")
