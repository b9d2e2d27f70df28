"""The system calls that a mind may make, with their numbers on x86_64 and on aarch64 (which lacks some).

Left out are those by which minds could signal each other: they tell what is in the page cache or take it out (mincore,
cachestat, readahead, fadvise64), or count other processes, their memory or the free disk (sysinfo, capget, statfs).
"""

from arena.cell.jail.kernel import MACHINE

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
TABLE = """
# reading, writing and waiting on what is open already
read:0:63 write:1:64 readv:19:65 writev:20:66 pread64:17:67 pwrite64:18:68 preadv:295:69 pwritev:296:70
lseek:8:62 close:3:57 close_range:436:436 dup:32:23 dup2:33: dup3:292:24 poll:7: ppoll:271:73 select:23:
pselect6:270:72 epoll_create1:291:20 epoll_ctl:233:21 epoll_wait:232: epoll_pwait:281:22 epoll_pwait2:441:441
eventfd2:290:19 pipe:22: pipe2:293:59 sendmsg:46:211
# reading about files, where Landlock allows it
stat:4: fstat:5:80 lstat:6: newfstatat:262:79 statx:332:291 access:21: faccessat:269:48 faccessat2:439:439
readlink:89: readlinkat:267:78 getdents64:217:61 getcwd:79:17 chdir:80:49 fchdir:81:50 umask:95:166
# its own memory
brk:12:214 mprotect:10:226 munmap:11:215 mremap:25:216 membarrier:324:283 pkey_alloc:330:289 pkey_free:331:290
pkey_mprotect:329:288
# its own threads, and its end
futex:202:98 set_robust_list:273:99 set_tid_address:218:96
rseq:334:293 gettid:186:178 sched_yield:24:124 getcpu:309:168 arch_prctl:158: exit:60:93 exit_group:231:94
restart_syscall:219:128 wait4:61:260 waitid:247:95
# its own signals and alarms
rt_sigaction:13:134 rt_sigprocmask:14:135 rt_sigreturn:15:139 rt_sigpending:127:136 rt_sigsuspend:130:133
rt_sigtimedwait:128:137 sigaltstack:131:132 pause:34: alarm:37: setitimer:38:103 getitimer:36:102
# the time, and sleeping
nanosleep:35:101 gettimeofday:96:169
time:201: times:100:153 getrusage:98:165 timerfd_create:283:85 timerfd_settime:286:86 timerfd_gettime:287:87
# its own identity and limits
getpid:39:172 getppid:110:173 getuid:102:174 geteuid:107:175 getgid:104:176 getegid:108:177 getresuid:118:148
getresgid:120:150 getgroups:115:158 getpgrp:111: uname:63:160 getrandom:318:278 getrlimit:97:163
# these only with the right arguments (see filter.py)
open:2: openat:257:56 mmap:9:222 fcntl:72:25 ioctl:16:29 clone:56:220 clone3:435:435 execve:59:221 prctl:157:167
prlimit64:302:261 kill:62:129 tgkill:234:131 sched_getaffinity:204:123 getpgid:121:155 getsid:124:156
madvise:28:233 clock_gettime:228:113 clock_getres:229:114 clock_nanosleep:230:115
"""


def numbers(machine: str = MACHINE) -> dict[str, int]:
    """Return the calls' numbers by their names; empty on a machine that the table does not have."""
    if machine not in ARCHITECTURES:
        return {}
    column = 1 + list(ARCHITECTURES).index(machine)
    words = [word.split(":") for line in TABLE.splitlines() if not line.startswith("#") for word in line.split()]
    return {word[0]: int(word[column]) for word in words if word[column]}
