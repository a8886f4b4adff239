#include "conform/fence.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- system calls ---- */

static void limit(int resource, rlim_t most) {
    struct rlimit value;
    if (getrlimit(resource, &value) != 0) return;
    if (value.rlim_max < most) most = value.rlim_max;
    value.rlim_cur = value.rlim_max = most;
    setrlimit(resource, &value);
}

#if defined __x86_64__
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined __aarch64__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#if defined ARCHITECTURE && !defined __SANITIZE_ADDRESS__ /* a sanitizer makes calls of its own */
#define LOAD(field)      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(what)     BPF_STMT(BPF_RET | BPF_K, (what))
#define UNLESS(value, n) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(value), 0, (n))
#define ALLOW(call)      UNLESS(call, 1), RETURN(SECCOMP_RET_ALLOW)
/* Of the first argument, a file, the lower half is looked at: the kernel does not look at the upper one, either, as
 * file descriptors are int. */
/* A call on standard input, output or error, which are nowhere: as if it were allowed, or had failed so. */
#define ON_STANDARD(call, what)                                                                                        \
    UNLESS(call, 4), LOAD(args[0]), BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, 2, 1, 0), RETURN(what),                        \
        RETURN(SECCOMP_RET_KILL_PROCESS)
#define FAILS_WITH(error) (SECCOMP_RET_ERRNO | ((error)&SECCOMP_RET_DATA))

static bool filter_calls(int requests, int answers) {
    struct sock_filter filter[] = {
        LOAD(arch),
        UNLESS(ARCHITECTURE, 1),
        BPF_STMT(BPF_JMP | BPF_JA, 1),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        LOAD(nr),
        ALLOW(SYS_brk),
        ALLOW(SYS_mmap),
        ALLOW(SYS_munmap),
        ALLOW(SYS_mremap),
        ALLOW(SYS_mprotect),
        ALLOW(SYS_madvise),
        ALLOW(SYS_futex),
        ALLOW(SYS_getpid),
        ALLOW(SYS_gettid),
        ALLOW(SYS_getrandom),
        ALLOW(SYS_clock_gettime),
        ALLOW(SYS_clock_nanosleep),
        ALLOW(SYS_sched_yield),
        ALLOW(SYS_rt_sigaction),
        ALLOW(SYS_rt_sigprocmask),
        ALLOW(SYS_rt_sigreturn),
        ALLOW(SYS_exit),
        ALLOW(SYS_exit_group),
        /* What it prints goes nowhere. */
        UNLESS(SYS_write, 7),
        LOAD(args[0]),
        UNLESS(answers, 1),
        RETURN(SECCOMP_RET_ALLOW),
        UNLESS(1, 1),
        RETURN(SECCOMP_RET_ALLOW),
        UNLESS(2, 1),
        RETURN(SECCOMP_RET_ALLOW),
        /* abort(), raise(); but a process that stops itself would be waited for, and who killed it is not seen. */
        LOAD(nr),
        UNLESS(SYS_tgkill, 9),
        LOAD(args[0]),
        UNLESS(getpid(), 6),
        LOAD(args[2]),
        UNLESS(SIGKILL, 1),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        UNLESS(SIGSTOP, 1),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        RETURN(SECCOMP_RET_ALLOW),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        /* Standard input is empty. */
        LOAD(nr),
        UNLESS(SYS_read, 6),
        LOAD(args[0]),
        UNLESS(requests, 1),
        RETURN(SECCOMP_RET_ALLOW),
        UNLESS(0, 1),
        RETURN(SECCOMP_RET_ALLOW),
        RETURN(SECCOMP_RET_KILL_PROCESS),
        /* The library asks about a file before it prints to it the first time: what it is, whether it is a terminal;
         * perror() wants one of its own, and does without; exit() goes back to where nobody has read yet. */
        ON_STANDARD(SYS_writev, SECCOMP_RET_ALLOW),
        ALLOW(SYS_fstat),
#if defined SYS_newfstatat
        ON_STANDARD(SYS_newfstatat, SECCOMP_RET_ALLOW),
#endif
        ON_STANDARD(SYS_ioctl, FAILS_WITH(ENOTTY)),
        ON_STANDARD(SYS_lseek, FAILS_WITH(ESPIPE)),
        ON_STANDARD(SYS_dup, FAILS_WITH(EMFILE)),
        ON_STANDARD(SYS_fcntl, FAILS_WITH(EBADF)),
        RETURN(SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#else
static bool filter_calls(int requests, int answers) {
    (void)requests;
    (void)answers;
    return false;
}
#endif

void fence_close(int requests, int answers) {
    int highest = requests > answers ? requests : answers;
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_NPROC, 0);
    limit(RLIMIT_NOFILE, (rlim_t)highest + 1);
    while (dup(0) >= 0) /* until no number is left for another file */
        ;
    filter_calls(requests, answers);
}

/* ---- states ---- */

enum { PATTERN = 0xa5 };

bool fence_state(struct fenced_state *fenced, size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (size + 15 + page - 1) / page * page;
    unsigned char *all = mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + page, room, PROT_READ | PROT_WRITE) != 0) return false;
    fenced->begin = all + page;
    fenced->end = fenced->begin + room;
    fenced->size = size;
    fenced->state = fenced->begin + (room - size) / 16 * 16; /* as aligned as malloc() has it, and near the end */
    memset(fenced->begin, PATTERN, room);
    return true;
}

static bool is_pattern(const unsigned char *from, const unsigned char *to) {
    return from == to || (*from == PATTERN && memcmp(from, from + 1, (size_t)(to - from) - 1) == 0);
}

bool fence_holds(const struct fenced_state *fenced) {
    return is_pattern(fenced->begin, fenced->state) && is_pattern(fenced->state + fenced->size, fenced->end);
}
