#include "cfront/text/section_names.h"

#include "cfront/text/harmless_names.h"
#include "cfront/text/lock_names.h"
#include "cfront/text/name_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- what it is about ---- */

/* `ADC_ENTER_CRITICAL`, `SchM_Enter_Pwm`: a section of code, whatever device that uses. */
static bool is_of_code(const char *name) {
    static const char *const parts[] = {"critical", "mutex", "spinlock", NULL};
    static const char *const words[] = {"crit", "schm", "exclusive", NULL};
    return name_has_part_of(name, parts) || name_has_word_of(name, words);
}

/* `Uart_DisableAllInterrupts` */
static bool is_of_everybody(const char *name) {
    static const char *const words[] = {"all", "global", NULL};
    return lock_names_speak_of_interrupts(name) && name_has_word_of(name, words);
}

/* What has a lock may be a bus, which tasks share, or have a bolt. */
static bool is_of_thing(const char *name) {
    static const char *const locks[] = {"lock", "unlock", NULL};
    static const char *const bolted[] = {"led", "leds", "lamp", "motor", "button", "buzzer", "beep", NULL};
    if (name_word(name, "pthread")) return true; /* of the machine that simulates another one */
    if (is_of_code(name) || is_of_everybody(name)) return false;
    if (lock_names_are_of_device(name) || name_has_word_of(name, bolted)) return true;
    if (name_has_word_of(name, locks)) return false;
    return harmless_names_has_device(name) || lock_names_speak_of_clock(name);
}

/* `lock_count`, `critical_is_active`: it tells of it. */
static bool asks(const char *name) {
    static const char *const words[] = {"is",      "has",  "state", "status", "count",   "level",  "nesting",
                                        "owner",   "time", "flag",  "flags",  "stat",    "stats",  "error",
                                        "errors",  "info", "print", "dump",   "pending", "active", "test",
                                        "version", "name", "ack",   "check",  "valid",   "value",  NULL};
    return name_has_word_of(name, words);
}

/* ---- what it does ---- */

static const char *const opening[] = {"enter",   "lock",  "disable", "suspend", "mask", "save",    "stop",  "off",
                                      "begin",   "start", "take",    "get",     "hold", "acquire", "block", "push",
                                      "protect", "raise", "pend",    "wait",    "no",   "on",      "down",  NULL};
static const char *const closing[] = {"unlock",    "exit",    "leave",  "end",  "release", "give",   "put",    "free",
                                      "signal",    "restore", "resume", "drop", "post",    "unmask", "enable", "thaw",
                                      "unprotect", "allow",   "start",  "up",   "on",      NULL};

/* The end of their block undoes them. */
static const char *const scopes[] = {"scoped", "scope", "guard", "auto", NULL};

/* What holds others off is of nothing in particular. */
static const char *const general[] = {
    "lock",   "critical", "crit", "atomic", "irq",     "irqs",    "interrupt", "interrupts", "int",       "ints",
    "isr",    "isrs",     "all",  "global", "os",      "section", "area",      "region",     "exclusive", "cs",
    "sched",  "ossched",  "rte",  "kernel", "system",  "sys",     "app",       "cpu",        "core",      "mcu",
    "hal",    "bsp",      "hw",   "arch",   "port",    "mutex",   "spinlock",  "spin",       "nested",    "nest",
    "shared", "access",   "data", "my",     "preempt", NULL};

static size_t word_end(const char *name, size_t at) {
    size_t end = at + 1;
    while (name[end] && name[end] != '_' &&
           !(isupper((unsigned char)name[end]) && !isupper((unsigned char)name[end - 1])))
        end++;
    return end;
}

static bool is_word_among(const char *word, size_t length, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == length && !strncasecmp(*words, word, length)) return true;
    return false;
}

/* Every word of it is among these. */
static bool has_only(const char *name, const char *const *these, const char *const *those) {
    for (size_t at = 0; name[at];) {
        size_t end = name[at] == '_' ? at + 1 : word_end(name, at);
        bool is_known = name[at] == '_' || is_word_among(name + at, end - at, these);
        if (!is_known && !is_word_among(name + at, end - at, those)) return false;
        at = end;
    }
    return true;
}

/* ---- the beginning ---- */

bool section_names_open(const char *name) {
    return lock_names_hold_off(name) && !lock_names_end(name) && !lock_names_set_up(name) && !is_of_thing(name) &&
           !asks(name);
}

/* `enter_safe_mode` */
static bool speaks_of_mode(const char *name) {
    static const char *const words[] = {"menu",     "mode",       "state", "sleep", "standby", "stop", "power", "lpm",
                                        "page",     "bootloader", "boot",  "idle",  "screen",  "room", "phase", "stage",
                                        "lowpower", "halt",       "test",  "debug", "safe",    NULL};
    return name_has_word_of(name, words);
}

/* `sys_disable`: it says that something is held off, and of nothing else. */
static bool says_only_that(const char *name) {
    static const char *const verbs[] = {"enter",   "disable", "suspend", "protect", "guard", "block", "hold",
                                        "acquire", "begin",   "start",   "mask",    "save",  "off",   NULL};
    return name_has_word_of(name, verbs) && has_only(name, verbs, general);
}

bool section_names_may_open(const char *name) {
    if (section_names_open(name)) return true;
    if (lock_names_end(name) || lock_names_set_up(name) || is_of_thing(name) || asks(name)) return false;
    bool is_named = name_word(name, "enter") || lock_names_speak(name);
    return says_only_that(name) || (is_named && !speaks_of_mode(name));
}

bool section_names_open_alone(const char *name) {
    static const char *const surely[] = {"enter", "lock",    "disable", "suspend", "begin",
                                         "take",  "acquire", "wait",    "pend",    NULL};
    if (!section_names_open(name) || name_has_word_of(name, scopes)) return false;
    if (lock_names_instruct(name) || (is_of_code(name) && name_has_word_of(name, surely))) return true;
    return name_has_word_of(name, opening) && has_only(name, opening, general);
}

/* ---- the end ---- */

bool section_names_close_alone(const char *name) {
    static const char *const words[] = {"unlock", "exit", "leave", "end", "release", "give", NULL};
    static const char *const of_interrupts[] = {"unlock", "restore", "resume", "release", NULL};
    if (is_of_thing(name) || asks(name) || lock_names_set_up(name)) return false;
    if (is_of_code(name)) return name_has_word_of(name, words);
    if (!has_only(name, closing, general)) return false;
    return name_word(name, "unlock") || (name_word(name, "lock") && lock_names_end(name)) ||
           (lock_names_speak_of_interrupts(name) && name_has_word_of(name, of_interrupts));
}

bool section_names_may_close(const char *name) {
    return lock_names_end(name) && !is_of_thing(name) && (lock_names_speak(name) || has_only(name, closing, general));
}

bool section_names_enable(const char *name) {
    static const char *const words[] = {"enable", "ena", "sei", "ei", "on", "unmask", "start", "allow", "bis", NULL};
    return name_has_word_of(name, words) || name_has_part(name, "enable");
}

/* ---- what they are like ---- */

bool section_names_end_with_block(const char *name) {
    bool is_block = name_word(name, "block") && !lock_names_speak_of_interrupts(name);
    return section_names_open(name) && (is_block || name_has_word_of(name, scopes));
}

bool section_names_nest(const char *name) {
    static const char *const words[] = {"nested", "nest", "save", "suspend", "push", "recursive", NULL};
    return name_has_word_of(name, words);
}

bool section_names_are_of_interrupts(const char *name) {
    return lock_names_speak_of_interrupts(name) &&
           (has_only(name, opening, general) || has_only(name, closing, general)) &&
           (lock_names_hold_off(name) || lock_names_end(name));
}
