"""The attacks are real: without a jail they get through, and the bait notices what they did."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from arena.doctor.bait import ATTACKS, Bait
from arena.doctor.catalogue import Attack, attacks
from tests.conftest import ROOT

PROGRAM = [sys.executable, "-I", "-S", str(ATTACKS / "program.py")]
MIND = [sys.executable, "-P", "-m", "minds.host", str(ATTACKS / "mind.py")]
START = 'a1\tnewrun\t{"world":"","seat":0,"seed":7}'
END = 'a3\tendrun\t{"result":[0.5],"ending":"draw"}'
STATE = "a2\tgetaction"

# What a plain process of no special rights cannot do either.
PRIVILEGED = {
    "devices.kernel_messages",
    "kernel.adjtimex",
    "kernel.bpf",
    "kernel.clock_adjtime",
    "kernel.hostname",
    "kernel.log",
    "kernel.perf",
    "kernel.settimeofday",
    "kernel.type_on_terminal",
    "namespaces.chroot",
    "namespaces.copy_tree",
    "namespaces.enter",
    "namespaces.mount",
    "namespaces.mounts",
    "namespaces.networks",
    "namespaces.new_file_system",
    "namespaces.pids",
    "namespaces.unmount",
    "network.packet",
    "network.raw",
    "neighbours.own_priority",
    "own_process.groups",
    "reading.by_handle",
    "writing.node",
}
# What only an onlooker sees: the attacker itself cannot tell whether it got through.
UNSEEN = {"neighbours.sigio": "the opponent's process was stopped or killed", "machine.forge": "unasked: 0000\tforged"}
# What not every plain process can do, whatever its rights.
NOT_EVERYWHERE = {
    "devices.file_system": "needs a kernel with file systems in user space",
    "devices.page_faults": "needs Linux 6.1 with this device",
    "devices.virtual_machine": "needs a processor that may run virtual machines",
    "kernel.foreign": "needs a kernel that runs 32-bit programs, else the program dies",
    "page_cache.collapse": "needs Linux 6.1 with huge pages",
    "page_cache.count": "needs Linux 6.5",
    "page_cache.merge": "needs a kernel that merges equal pages",
    "memory.secret_memory": "needs a kernel with secret memory",
    "namespaces.list_mounts": "needs Linux 6.8",
    "neighbours.compare": "needs a kernel that compares processes",
    "network.algorithm": "needs a kernel with this kind of sockets",
    "network.fast_open": "needs a system that allows it for clients",
    "network.host": "needs a machine that may have a host",
    "network.ipv6": "needs a system with IPv6",
    "network.several_paths": "needs a kernel with multipath TCP",
    "own_process.control_group": "needs a system with control groups that it may change",
    "kernel.module": "needs a kernel that loads modules, else ENOSYS",
    "neighbours.own_limits": "needs CAP_SYS_RESOURCE, which root need not have",
    "lasting.minds_attribute": "needs a mind: a program on the standard library alone has no minds",
}


def is_almighty() -> bool:
    """Return True if this process is root with all its capabilities."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    told = dict(line.split(":\t", 1) for line in status.splitlines() if ":\t" in line)
    return os.geteuid() == 0 and int(told["CapEff"], 16) >> 21 & 1 == 1 and told.get("Seccomp", "0") == "0"


@pytest.fixture(scope="module")
def bait() -> Iterator[Bait]:
    with Bait() as one:
        yield one


def ask(bait: Bait, name: str, visits: int = 1, command: Sequence[str] = PROGRAM) -> tuple[str, str, list[str]]:
    """Return an unjailed attacker's last answer, the reason, and the lines it wrote without being asked."""
    told = [json.dumps({"attack": name, "visit": visit + 1, "bait": bait.locations()}) for visit in range(visits)]
    lines = [line for text in told for line in (START, f"{STATE}\t{text}\t{{}}", END)]
    leak, writer = os.pipe()
    os.write(writer, b"81c2\tgetaction\tthe opponent's\n")
    os.close(writer)
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60, pass_fds=[leak], cwd=ROOT
    )
    os.close(leak)
    said = done.stdout.splitlines()
    answers = [line.split("\t") for line in said if line.startswith("a2\t")]
    if len(answers) < visits:
        return "died", f"{done.returncode} {done.stderr}", []
    _, word, thoughts = answers[-1]
    return word, json.loads(thoughts)["answer"], [f"unasked: {line}" for line in said if line[0] != "a"]


def test_each_attack_has_a_name_and_a_description() -> None:
    """There are at least 45 attacks, each with its own name and a description that fits into a table."""
    found = attacks()
    assert len(found) >= 45
    assert len({attack.name for attack in found}) == len({attack.description for attack in found}) == len(found)
    for attack in found:
        assert 4 <= len(attack.description) <= 70, attack
        assert attack.description[0].isupper(), attack
        assert "\n" not in attack.description, attack


# Without an arena no mind can be asked; test_asking.py tries these.
ALONE = [attack for attack in attacks() if not attack.name.startswith("asking.")]


@pytest.mark.parametrize("attack", ALONE, ids=lambda attack: attack.name)
def test_an_attack_gets_through_where_there_is_no_jail(bait: Bait, attack: Attack) -> None:
    """A process without a jail can do it, if its rights allow; so a refusal in the jail is due to the jail."""
    word, why, unasked = ask(bait, attack.name, attack.visits)
    seen = bait.damage() + unasked
    if attack.name in UNSEEN:
        assert word == "refused"
        assert UNSEEN[attack.name] in seen
    elif attack.name not in NOT_EVERYWHERE and (attack.name not in PRIVILEGED or is_almighty()):
        assert (word, attack.name) == ("through", attack.name), why
    assert bait.damage() == []


@pytest.mark.parametrize(
    ("name", "visits"),
    [
        ("network.tcp", 1),
        ("lasting.minds_attribute", 2),
        ("machine.frames", 1),
        ("machine.collected", 1),
        ("thread_group.fork", 1),
    ],
)
def test_a_mind_attacks_as_the_program_does(bait: Bait, name: str, visits: int) -> None:
    """A mind loaded from its file carries out the same attacks."""
    word, why, _ = ask(bait, name, visits, MIND)
    assert word == "through", why
    bait.damage()


@pytest.mark.parametrize(("name", "visits"), [("network.tcp", 1), ("lasting.module_global", 2)])
def test_an_engine_attacks_as_the_program_does(bait: Bait, tmp_path: Path, name: str, visits: int) -> None:
    """An engine that speaks UCI carries out the same attacks, and its log has the evidence."""
    order = tmp_path / "order.json"
    command = [sys.executable, "-I", "-S", str(ATTACKS / "engine.py")]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True, bufsize=1) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        print(f"uci\nsetoption name Order value {order}", file=process.stdin)
        for visit in range(visits):
            order.write_text(json.dumps({"attack": name, "visit": visit + 1, "bait": bait.locations()}))
            print("ucinewgame\nposition startpos\ngo movetime 100", file=process.stdin)
            said = next(line for line in process.stdout if line.startswith("bestmove"))
        process.stdin.close()
        evidence = process.stderr.read()
    assert said.split() == ["bestmove", "e2e4"], evidence
    assert evidence
    bait.damage()


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("network.tcp", ["a connection by TCP arrived"]),
        ("network.path_socket", ["a connection by unix arrived"]),
        ("network.abstract_socket", ["a connection by abstract unix arrived"]),
        ("network.dns", ["a datagram arrived"]),
        ("writing.new_file", ["written-by-attacker appeared"]),
        ("writing.overwrite", ["store/arena.sqlite changed"]),
        ("writing.unlink", ["other/mind.py vanished"]),
        ("writing.chmod", ["home/secret.txt changed"]),
        ("writing.utime", ["home/secret.txt changed"]),
        ("neighbours.kill", ["the opponent's process was stopped or killed"]),
        ("neighbours.renice", ["the opponent's priority changed"]),
        ("neighbours.limits", ["the opponent's limit of open files changed"]),
        ("spying.opponent_input", ["the opponent's unread message changed"]),
        ("machine.forge_for_opponent", ["the answer b'0000\\tforged\\n' was forged for the opponent"]),
        ("reading.secret", []),
    ],
)
def test_the_bait_reports_and_repairs_damage(bait: Bait, name: str, seen: list[str]) -> None:
    """Damage is reported once and repaired."""
    ask(bait, name)
    assert bait.damage() == seen
    assert bait.damage() == []


def test_the_opponents_priority_is_lowered_in_a_nice_run_too() -> None:
    """Under nice, where the opponent has begun with the priority of the tests, the attack changes it all the same."""
    test = f"{__file__}::{test_the_bait_reports_and_repairs_damage.__name__}"
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "-k", "renice"]
    command = ["nice", "-n", "5", sys.executable, "-m", "pytest", *options, test]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout[-1000:]


def test_a_first_visit_is_no_success_yet(bait: Bait) -> None:
    """An attack over two games has no success after the first; what it left is removed."""
    assert ask(bait, "lasting.shared_memory", 1)[0] == "left"
    assert bait.damage() == [f"/dev/shm/left_by_attacker_{bait.token} appeared"]
    assert ask(bait, "lasting.module_global", 1)[0] == "left"


def test_an_unknown_attack_is_refused(bait: Bait) -> None:
    """An unknown attack is refused and does no damage."""
    assert ask(bait, "network.telepathy")[0] == "refused"
    assert bait.damage() == []


def test_the_attacker_is_not_given_the_secret(bait: Bait) -> None:
    """The locations handed to the attacker contain no secret and are valid JSON."""
    assert bait.secret not in json.dumps(bait.locations())


def test_the_bait_leaves_nothing_behind() -> None:
    """Folder, process and environment variable are gone afterwards."""
    with Bait() as one:
        told = one.locations()
        assert os.environ["MIND_ARENA_SECRET"] == one.secret
    assert not Path(told["folder"]).exists()
    assert not Path(f"/proc/{told['pid']}").exists()
    assert "MIND_ARENA_SECRET" not in os.environ
