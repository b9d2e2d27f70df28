"""System calls by number, which bypass the checks of Python and the C library."""

import ctypes
import os
import platform

AT_FDCWD = -100
COLUMN = {"x86_64": 0, "aarch64": 1}
NUMBERS = {
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "cachestat": (451, 451),
    "capget": (125, 90),
    "capset": (126, 91),
    "clock_adjtime": (305, 266),
    "clock_nanosleep": (230, 115),
    "clone": (56, 220),
    "clone3": (435, 435),
    "execveat": (322, 281),
    "exit": (60, 93),
    "fanotify_init": (300, 262),
    "fork": (57, -1),
    "fsopen": (430, 430),
    "futex": (202, 98),
    "get_robust_list": (274, 100),
    "getpriority": (140, 141),
    "init_module": (175, 105),
    "inotify_add_watch": (254, 27),
    "inotify_init1": (294, 26),
    "io_destroy": (207, 1),
    "io_setup": (206, 0),
    "io_uring_setup": (425, 425),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "keyctl": (250, 219),
    "listmount": (458, 458),
    "memfd_secret": (447, 447),
    "mlock": (149, 228),
    "mlockall": (151, 230),
    "mount": (165, 40),
    "mq_open": (240, 180),
    "mq_timedreceive": (243, 183),
    "mq_timedsend": (242, 182),
    "mq_unlink": (241, 181),
    "msgctl": (71, 187),
    "msgget": (68, 186),
    "msgrcv": (70, 188),
    "msgsnd": (69, 189),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "prctl": (157, 167),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "readahead": (187, 213),
    "rt_sigqueueinfo": (129, 138),
    "sched_getaffinity": (204, 123),
    "seccomp": (317, 277),
    "semctl": (66, 191),
    "semget": (64, 190),
    "set_tid_address": (218, 96),
    "setgroups": (116, 159),
    "setns": (308, 268),
    "setresuid": (117, 147),
    "settimeofday": (164, 170),
    "shmctl": (31, 195),
    "shmget": (29, 194),
    "splice": (275, 76),
    "sync": (162, 81),
    "sysinfo": (99, 179),
    "syslog": (103, 116),
    "tgkill": (234, 131),
    "timer_create": (222, 107),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "uprobe": (336, -1),
    "uretprobe": (335, -1),
    "userfaultfd": (323, 282),
    "vfork": (58, -1),
    "vhangup": (153, 58),
}

Argument = int | bytes | None | ctypes.Array[ctypes.c_char]


def libc() -> ctypes.CDLL:
    """Return the C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Argument) -> int:
    """Make a system call, or raise the OSError it fails with. Bytes and buffers are passed by address."""
    return call_number(number_of(name), *arguments)


def number_of(name: str) -> int:
    """Return the number of a system call; -1 if this machine lacks it."""
    machine = platform.machine()
    if machine not in COLUMN:  # shown as the reason of a refusal
        raise NotImplementedError(f"no number of {name} for {machine}; expected {' or '.join(COLUMN)}")
    return NUMBERS[name][COLUMN[machine]]


def call_number(number: int, *arguments: Argument) -> int:
    """Make the system call of a number, or raise the OSError it fails with."""
    entry = libc().syscall
    entry.restype = ctypes.c_long
    words = [ctypes.c_long(word) if isinstance(word, int) else word for word in arguments]
    return checked(int(entry(ctypes.c_long(number), *words)))


def checked(answer: int) -> int:
    """Return the result of a C function, or raise the OSError that its -1 stands for."""
    if answer == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return answer


def close(descriptor: int, evidence: str) -> str:
    """Close a descriptor that an attack obtained, and return the evidence."""
    os.close(descriptor)
    return evidence
