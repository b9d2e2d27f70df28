"""The form that a browser sends, fields and files: read from memory, and no byte of it is trusted."""

import re
from urllib.parse import parse_qsl

from msgspec import Struct

from world.server import BadRequest

MAX_FIELDS = 100
MAX_PARTS = 5000  # files included: a folder may hold many that are left out
MAX_HEAD = 4096  # bytes
BOUNDARY = re.compile(r"""multipart/form-data\s*;.*?boundary=("?)([0-9A-Za-z'()+_,./:=?-]{1,70})\1""", re.IGNORECASE)
NAME, FILE_NAME = re.compile(r'[; ]name="([^"\r\n]*)"'), re.compile(r'[; ]filename="([^"\r\n]*)"')
ESCAPED = (("%22", '"'), ("%0D", "\r"), ("%0A", "\n"))  # by browsers, in names


class SentFile(Struct, frozen=True):
    """A file that was chosen in a form."""

    path: str  # with its folders, if a folder was chosen
    content: bytes


class Form(Struct, frozen=True):
    """The fields of a form by their names, the last of equal ones, and its files."""

    fields: dict[str, str]
    files: tuple[SentFile, ...] = ()


def read_form(content_type: str, body: bytes) -> Form:
    """Return the form in the body of a request; raise BadRequest if it is none."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded":
        return _urlencoded(body)
    found = BOUNDARY.match(content_type)
    if found is None:
        raise BadRequest("this is no form", content_type, "multipart/form-data")
    return _multipart(body, found[2].encode())


def _urlencoded(body: bytes) -> Form:
    try:
        return Form(dict(parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS)))
    except ValueError:
        raise BadRequest("this form cannot be read", None, f"at most {MAX_FIELDS} fields") from None


def _multipart(body: bytes, boundary: bytes) -> Form:
    parts = (b"\r\n" + body).split(b"\r\n--" + boundary, MAX_PARTS + 2)
    if len(parts) < 2 or not parts[-1].startswith(b"--"):
        raise BadRequest("this form cannot be read", None, f"at most {MAX_PARTS} files, and an end")
    fields: dict[str, str] = {}
    files: list[SentFile] = []
    for part in parts[1:-1]:
        name, path, content = _part(part)
        if path is None:
            fields[name] = content.decode("utf-8", "replace")
        elif path:  # nothing was chosen otherwise
            files.append(SentFile(path, content))
    if len(fields) > MAX_FIELDS:
        raise BadRequest("this form cannot be read", None, f"at most {MAX_FIELDS} fields")
    return Form(fields, tuple(files))


def _part(part: bytes) -> tuple[str, str | None, bytes]:
    """Return the name of a part, its file's path if it is one, and its content."""
    head, blank, content = part.partition(b"\r\n\r\n")
    lines = head[:MAX_HEAD].decode("utf-8", "replace").split("\r\n")
    about = next((line for line in lines if line.lower().startswith("content-disposition:")), "")
    name, path = NAME.search(about), FILE_NAME.search(about)
    if not blank or len(head) > MAX_HEAD or name is None:
        raise BadRequest("a part of this form cannot be read", None, "a name for each")
    return _plain(name[1]), None if path is None else _plain(path[1]), content


def _plain(text: str) -> str:
    for escaped, sign in ESCAPED:
        text = text.replace(escaped, sign)
    return text
