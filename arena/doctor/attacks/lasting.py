"""Attacks that leave something in one game and look for it in the next one."""

import builtins
import os
import random
import sys
from pathlib import Path
from typing import Any

from .descriptors import read_waiting
from .runner import LEFT, two_games

NAME = "left_by_attacker"
kept: list[str] = []


@two_games
def module_global(bait: dict[str, Any]) -> str:
    """Keep something in its own module"""
    if bait["visit"] == 1:
        kept.append(bait["token"])
        return LEFT
    return _found(kept.pop() if kept else None)


@two_games
def minds_attribute(bait: dict[str, Any]) -> str:
    """Keep something on the minds package"""
    minds = sys.modules.get("minds")
    if minds is None:
        raise LookupError("there are no minds here")
    return _on_module(minds, bait)


@two_games
def random_attribute(bait: dict[str, Any]) -> str:
    """Keep something on the random module"""
    return _on_module(random, bait)


@two_games
def built_in(bait: dict[str, Any]) -> str:
    """Keep something among Python's built-in names"""
    return _on_module(builtins, bait)


@two_games
def environment(bait: dict[str, Any]) -> str:
    """Keep something in the environment"""
    if bait["visit"] == 1:
        os.environ[NAME] = bait["token"]
        return LEFT
    return _found(os.environ.pop(NAME, None))


@two_games
def descriptor(bait: dict[str, Any]) -> str:
    """Keep something in an open pipe"""
    if bait["visit"] == 1:
        _, writer = os.pipe()
        os.write(writer, bait["token"].encode())
        os.close(writer)
        return LEFT
    found = [number for number, text in read_waiting().items() if text.decode() == bait["token"]]
    for reader in found:
        os.close(reader)
    return _found(bait["token"] if found else None)


@two_games
def own_file(bait: dict[str, Any]) -> str:
    """Keep something in a file beside its own"""
    return _in_file(Path(__file__).resolve().parent, bait)


@two_games
def temporary_file(bait: dict[str, Any]) -> str:
    """Keep something in a file under /tmp"""
    return _in_file(Path(bait["tmp"]), bait)


@two_games
def shared_memory(bait: dict[str, Any]) -> str:
    """Keep something in /dev/shm"""
    return _in_file(Path("/dev/shm"), bait)


@two_games
def working_folder(bait: dict[str, Any]) -> str:
    """Keep another working folder"""
    if bait["visit"] == 1:
        os.chdir(bait["tmp"])
        return LEFT
    return _found(bait["token"] if os.getcwd() == bait["tmp"] else None)


def _on_module(module: Any, bait: dict[str, Any]) -> str:
    if bait["visit"] == 1:
        setattr(module, NAME, bait["token"])
        return LEFT
    text = getattr(module, NAME, None)
    if text is not None:
        delattr(module, NAME)
    return _found(text)


def _in_file(folder: Path, bait: dict[str, Any]) -> str:
    path = folder / f"{NAME}_{bait['token']}"
    if bait["visit"] == 1:
        path.write_text(bait["token"], encoding="utf-8")
        return LEFT
    text = path.read_text(encoding="utf-8")
    path.unlink()
    return _found(text)


def _found(text: str | None) -> str:
    if text is None:
        raise LookupError("nothing was left")
    return f"found {text}"
