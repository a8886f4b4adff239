#include "cfront/lock_names.h"

#include "cfront/text/harmless_names.h"
#include "cfront/text/name_words.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- words ---- */

/* What locks are called, and what undoes them. */
static const struct {
    const char *opens, *closes;
    enum {
        OF_ANYTHING,
        OF_LOCKS,  /* drivers have few others of that name */
        OF_SOURCES /* it counts if it is that of what interrupts come from */
    } whose;
} opposites[] = {{"lock", "unlock", OF_LOCKS},     {"lock", "free", OF_ANYTHING},    {"enter", "exit", OF_LOCKS},
                 {"enter", "leave", OF_LOCKS},     {"begin", "end", OF_ANYTHING},    {"start", "end", OF_ANYTHING},
                 {"save", "restore", OF_LOCKS},    {"disable", "enable", OF_LOCKS},  {"disable", "restore", OF_LOCKS},
                 {"suspend", "resume", OF_LOCKS},  {"mask", "unmask", OF_LOCKS},     {"protect", "unprotect", OF_LOCKS},
                 {"cli", "sei", OF_LOCKS},         {"di", "ei", OF_LOCKS},           {"off", "on", OF_ANYTHING},
                 {"acquire", "release", OF_LOCKS}, {"get", "release", OF_ANYTHING},  {"get", "put", OF_ANYTHING},
                 {"take", "give", OF_ANYTHING},    {"take", "release", OF_ANYTHING}, {"wait", "post", OF_ANYTHING},
                 {"wait", "signal", OF_ANYTHING},  {"pend", "post", OF_ANYTHING},    {"down", "up", OF_ANYTHING},
                 {"p", "v", OF_ANYTHING},          {"hold", "release", OF_ANYTHING}, {"guard", "unguard", OF_LOCKS},
                 {"dint", "eint", OF_LOCKS},       {"intoff", "inton", OF_LOCKS},    {"irqoff", "irqon", OF_LOCKS},
                 {"disint", "enint", OF_LOCKS},    {"intdis", "intena", OF_LOCKS},   {"block", "unblock", OF_LOCKS},
                 {"stop", "start", OF_SOURCES},    {"cpsid", "cpsie", OF_LOCKS},     {"push", "pop", OF_ANYTHING},
                 {"raise", "lower", OF_ANYTHING},  {"freeze", "thaw", OF_ANYTHING},  {"no", "allow", OF_ANYTHING}};

enum { OPPOSITES = sizeof opposites / sizeof *opposites };

bool lock_names_end(const char *name) {
    static const char *const words[] = {"unlock", "exit",    "leave",   "end",       "restore", "enable",
                                        "resume", "unmask",  "sei",     "unprotect", "ei",      "ena",
                                        "on",     "release", "give",    "put",       "post",    "free",
                                        "signal", "up",      "unguard", "unblock",   "cpsie",   NULL};
    return name_has_word_of(name, words);
}

bool lock_names_set_up(const char *name) {
    static const char *const words[] = {"init",     "config",  "setup", "create",   "attach",
                                        "register", "handler", "clear", "priority", NULL};
    return name_has_word_of(name, words);
}

/* `cli()`, `__di()`, `INTOFF()` */
static bool is_instruction(const char *name) {
    static const char *const instructions[] = {"cli",    "di",     "dint",  "intoff", "irqoff",
                                               "disint", "intdis", "cpsid", NULL};
    while (*name == '_') name++;
    for (const char *const *instruction = instructions; *instruction; instruction++)
        if (!strcasecmp(name, *instruction)) return true;
    return false;
}

/* Nothing else is called so. */
bool lock_names_speak(const char *name) {
    static const char *const parts[] = {"critical", "atomic",   "irq",     "interrupt", "protect",
                                        "mutex",    "spinlock", "basepri", NULL};
    static const char *const words[] = {"lock", "crit", "sem", "guard", "guarded", "safe", "mask", NULL};
    return (name_has_word_of(name, words) || is_instruction(name) || name_has_part_of(name, parts)) &&
           !lock_names_set_up(name);
}

bool lock_names_begin(const char *name) { return lock_names_speak(name) && !lock_names_end(name); }

/* `ints_on` is `ints_off` with another word. */
static bool is_opposite(const char *name, const char *other, size_t pair) {
    const char *at = name_word(name, opposites[pair].opens);
    size_t before = at ? (size_t)(at - name) : 0, length = strlen(opposites[pair].closes);
    return at && !strncmp(other, name, before) && !strncasecmp(other + before, opposites[pair].closes, length) &&
           !strcmp(other + before + length, at + strlen(opposites[pair].opens));
}

bool lock_names_speak_of_source(const char *name) {
    static const char *const words[] = {"timer",   "tim", "tick", "ticks", "systick", "ticker",
                                        "counter", "pit", "rtc",  "isr",   "it",      NULL};
    return name_has_word_of(name, words);
}

bool lock_names_stop_source(const char *name) {
    static const char *const words[] = {"stop", "disable", "halt", "off", "pause", "suspend", "mask", NULL};
    return lock_names_speak_of_source(name) && name_has_word_of(name, words);
}

bool lock_names_undo(const char *other, const char *name, bool is_declared) {
    for (size_t i = 0; i < OPPOSITES; i++) {
        bool counts = opposites[i].whose == OF_SOURCES ? lock_names_speak_of_source(name)
                                                       : !is_declared || opposites[i].whose == OF_LOCKS;
        if (counts && is_opposite(name, other, i)) return true;
    }
    return false;
}

/* ---- interrupts ---- */

bool lock_names_hold_off(const char *name) {
    static const char *const locks[] = {"critical", "atomic", "mutex", "spinlock", NULL};
    static const char *const words[] = {"lock", "crit", NULL};
    static const char *const parts[] = {"irq", "interrupt", "basepri", NULL}, *const wholes[] = {"int", "ints", NULL};
    static const char *const verbs[] = {"disable", "mask",  "lock", "save", "suspend", "block", "enter", "protect",
                                        "raise",   "begin", "off",  "hold", "push",    "no",    NULL};
    bool is_of_interrupts = name_has_part_of(name, parts) || name_has_word_of(name, wholes);
    bool is_lock = name_has_part_of(name, locks) || name_has_word_of(name, words) || is_instruction(name);
    return is_lock || (is_of_interrupts && name_has_part_of(name, verbs));
}

bool lock_names_are_of_device(const char *name) {
    static const char *const words[] = {"flash",  "eeprom", "eep", "nvm",  "fmc",  "iap",     "option",   "ob",
                                        "backup", "bkp",    "pll", "door", "card", "key",     "keypad",   "wdt",
                                        "wdg",    "rtc",    "rcc", "gpio", "nvic", "pthread", "watchdog", NULL};
    return name_has_word_of(name, words);
}

bool lock_names_hold_interrupts_off(const char *name) {
    return lock_names_hold_off(name) && !lock_names_end(name) && !lock_names_are_of_device(name) &&
           !harmless_names_has_device(name);
}

bool lock_names_only_end(const char *name) {
    static const char *const ends[] = {"exit", "leave", "end", NULL};
    const char *whole = name + strspn(name, "_");
    bool is_unlock = !strncasecmp(whole, "unlock", 6) && !whole[6 + strspn(whole + 6, "_")];
    return is_unlock || (name_has_part(name, "critical") && name_has_part_of(name, ends));
}

bool lock_names_enable(const char *name) {
    static const char *const words[] = {"enable", "ena", "sei", "ei", "on", "unmask", NULL};
    return name_has_word_of(name, words) || name_has_part(name, "enable");
}

bool lock_names_end_with_block(const char *name) {
    static const char *const words[] = {"scoped", "scope", "guard", "auto", "block", NULL};
    return lock_names_hold_interrupts_off(name) && name_has_word_of(name, words);
}

bool lock_names_nest(const char *name) {
    static const char *const words[] = {"nested", "nest", "save", "suspend", "push", "recursive", NULL};
    return name_has_word_of(name, words);
}

/* ---- what is no lock by one of its words alone ---- */

static const char *const verbs[] = {"enter",   "disable", "suspend", "protect", "guard", "block", "hold",
                                    "acquire", "begin",   "start",   "mask",    "save",  "off",   NULL};
static const char *const subjects[] = {"os",        "sys",     "system", "app",    "global", "all",  "kernel",
                                       "rte",       "section", "area",   "region", "cs",     "data", "core",
                                       "exclusive", "cpu",     "shared", "access", "mcu",    "bsp",  "hal",
                                       "hw",        "arch",    "port",   "nested", "nest",   "ints", NULL};
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

/* `Can_Enter`, `SchM_Enter_Can_AREA`: not a menu, nor a mode. */
static bool enters_code(const char *name) {
    static const char *const enters[] = {"enter", NULL};
    static const char *const others[] = {"menu",  "mode",       "state", "sleep", "standby", "stop", "power",
                                         "page",  "bootloader", "boot",  "idle",  "screen",  "room", "phase",
                                         "stage", "lowpower",   "halt",  "test",  "debug",   "safe", NULL};
    return name_has_word_of(name, enters) && !name_has_word_of(name, others);
}

/* `sys_disable`: it says that something is held off, and of nothing else. */
static bool says_only_that(const char *name) {
    return name_has_word_of(name, verbs) && has_only(name, verbs, subjects);
}

bool lock_names_hold_all_off(const char *name) {
    static const char *const both[] = {"lock", "critical",  "crit",       "atomic",  "irq",
                                       "irqs", "interrupt", "interrupts", "int",     "ints",
                                       "all",  "global",    "os",         "section", NULL};
    return lock_names_hold_interrupts_off(name) && (is_instruction(name) || has_only(name, verbs, both));
}

bool lock_names_may_hold_interrupts_off(const char *name) {
    if (lock_names_hold_interrupts_off(name)) return true;
    bool is_other = lock_names_end(name) || lock_names_set_up(name) || lock_names_are_of_device(name);
    return !is_other && !harmless_names_has_device(name) && (says_only_that(name) || enters_code(name));
}
