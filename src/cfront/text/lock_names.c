#include "cfront/text/lock_names.h"

#include "cfront/text/name_words.h"

#include <string.h>
#include <strings.h>

/* ---- words ---- */

/* What locks are called, and what undoes them. */
static const struct {
    const char *opens, *closes;
    enum {
        OF_ANYTHING,
        OF_LOCKS,    /* drivers have few others of that name */
        OF_SOURCES,  /* it counts if it is that of what interrupts come from */
        OF_SECTIONS, /* ... if it is that of a section of code */
        OF_SLEEP,    /* ... if the machine does not sleep there */
        OF_OTHERS    /* ... if it is none, nor something to be switched */
    } whose;
} opposites[] = {{"lock", "unlock", OF_LOCKS},     {"lock", "free", OF_ANYTHING},    {"enter", "exit", OF_SLEEP},
                 {"enter", "leave", OF_SLEEP},     {"begin", "end", OF_ANYTHING},    {"start", "end", OF_ANYTHING},
                 {"save", "restore", OF_LOCKS},    {"disable", "enable", OF_LOCKS},  {"disable", "restore", OF_LOCKS},
                 {"suspend", "resume", OF_LOCKS},  {"mask", "unmask", OF_LOCKS},     {"protect", "unprotect", OF_LOCKS},
                 {"cli", "sei", OF_LOCKS},         {"di", "ei", OF_LOCKS},           {"off", "on", OF_OTHERS},
                 {"acquire", "release", OF_LOCKS}, {"get", "release", OF_ANYTHING},  {"get", "put", OF_ANYTHING},
                 {"take", "give", OF_ANYTHING},    {"take", "release", OF_ANYTHING}, {"wait", "post", OF_ANYTHING},
                 {"wait", "signal", OF_ANYTHING},  {"pend", "post", OF_ANYTHING},    {"down", "up", OF_ANYTHING},
                 {"p", "v", OF_ANYTHING},          {"hold", "release", OF_ANYTHING}, {"guard", "unguard", OF_LOCKS},
                 {"dint", "eint", OF_LOCKS},       {"intoff", "inton", OF_LOCKS},    {"irqoff", "irqon", OF_LOCKS},
                 {"bic", "bis", OF_LOCKS},         {"disint", "enint", OF_LOCKS},    {"intdis", "intena", OF_LOCKS},
                 {"block", "unblock", OF_LOCKS},   {"stop", "start", OF_SOURCES},    {"cpsid", "cpsie", OF_LOCKS},
                 {"push", "pop", OF_ANYTHING},     {"raise", "lower", OF_ANYTHING},  {"freeze", "thaw", OF_ANYTHING},
                 {"no", "allow", OF_ANYTHING},     {"take", "drop", OF_ANYTHING},    {"get", "drop", OF_ANYTHING},
                 {"on", "off", OF_SECTIONS}};

enum { OPPOSITES = sizeof opposites / sizeof *opposites };

/* `CRIT_ON`: the section is on, and interrupts are off. */
static bool speaks_of_section(const char *name) {
    static const char *const parts[] = {"critical", "atomic", "mutex", NULL};
    static const char *const words[] = {"lock", "crit", "guard", "protect", NULL};
    return name_has_part_of(name, parts) || name_has_word_of(name, words);
}

bool lock_names_speak_of_interrupts(const char *name) {
    static const char *const parts[] = {"irq", "interrupt", "basepri", NULL};
    static const char *const words[] = {"int", "ints", "isr", "isrs", NULL};
    return name_has_part_of(name, parts) || name_has_word_of(name, words);
}

/* `START_INTERRUPTS`, not `START_ATOMIC` */
static bool starts_interrupts(const char *name) {
    static const char *const words[] = {"start", "allow", NULL};
    return lock_names_speak_of_interrupts(name) && !speaks_of_section(name) && name_has_word_of(name, words);
}

bool lock_names_end(const char *name) {
    static const char *const words[] = {"unlock", "exit", "leave",     "end",    "restore", "enable",  "resume",
                                        "unmask", "sei",  "unprotect", "ei",     "ena",     "release", "give",
                                        "put",    "post", "free",      "signal", "up",      "unguard", "unblock",
                                        "cpsie",  "drop", "bis",       NULL};
    bool is_switched = name_word(name, speaks_of_section(name) ? "off" : "on");
    return is_switched || starts_interrupts(name) || name_has_word_of(name, words);
}

/* `__bic_SR_register(GIE)`: bits of the status register. */
static bool is_of_status(const char *name, const char *verb) {
    return name_word(name, verb) && name_word(name, "sr") && !name_word(name, "exit");
}

bool lock_names_set_up(const char *name) {
    static const char *const words[] = {"init",     "config",  "setup", "create",   "attach",
                                        "register", "handler", "clear", "priority", NULL};
    return name_has_word_of(name, words) && !is_of_status(name, "bic") && !is_of_status(name, "bis");
}

bool lock_names_instruct(const char *name) {
    static const char *const instructions[] = {"cli",    "di",     "dint",  "intoff", "irqoff",
                                               "disint", "intdis", "cpsid", NULL};
    if (is_of_status(name, "bic")) return true;
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
    return (name_has_word_of(name, words) || lock_names_instruct(name) || name_has_part_of(name, parts)) &&
           !lock_names_set_up(name);
}

bool lock_names_begin(const char *name) {
    return (lock_names_speak(name) || lock_names_hold_off(name)) && !lock_names_end(name) && !lock_names_set_up(name);
}

bool lock_names_speak_of_clock(const char *name) {
    static const char *const words[] = {"timer",  "tim",     "tick", "ticks", "systick",
                                        "ticker", "counter", "pit",  "rtc",   NULL};
    return name_has_word_of(name, words);
}

bool lock_names_speak_of_source(const char *name) {
    static const char *const words[] = {"isr", "it", NULL};
    return lock_names_speak_of_clock(name) || name_has_word_of(name, words);
}

bool lock_names_stop_source(const char *name) {
    static const char *const words[] = {"stop", "disable", "halt", "off", "pause", "suspend", "mask", NULL};
    return lock_names_speak_of_source(name) && name_has_word_of(name, words);
}

bool lock_names_are_of_switched(const char *name) {
    static const char *const things[] = {"led",  "leds",  "lamp",  "lamps", "light",  "lights",  "buzzer",
                                         "beep", "motor", "relay", "lcd",   "oled",   "display", "pin",
                                         "port", "pump",  "fan",   "valve", "heater", "horn",    NULL};
    return name_has_word_of(name, things) && !lock_names_speak(name) && !lock_names_speak_of_source(name);
}

bool lock_names_are_of_sleep(const char *name) {
    static const char *const words[] = {"lpm", "sleep", "standby", "lowpower", "power", NULL};
    return name_has_word_of(name, words) && !lock_names_speak(name);
}

/* ---- opposites ---- */

/* `ints_on` is `ints_off` with another word. */
static bool is_opposite(const char *name, const char *other, size_t pair) {
    const char *at = name_word(name, opposites[pair].opens);
    size_t before = at ? (size_t)(at - name) : 0, length = strlen(opposites[pair].closes);
    return at && !strncmp(other, name, before) && !strncasecmp(other + before, opposites[pair].closes, length) &&
           !strcmp(other + before + length, at + strlen(opposites[pair].opens));
}

static bool counts(size_t pair, const char *name, bool is_declared) {
    switch (opposites[pair].whose) {
    case OF_LOCKS: return true;
    case OF_SOURCES: return lock_names_speak_of_source(name) || lock_names_speak_of_interrupts(name);
    case OF_SECTIONS: return speaks_of_section(name);
    case OF_SLEEP: return !lock_names_are_of_sleep(name);
    case OF_OTHERS: return !is_declared && !speaks_of_section(name) && !lock_names_are_of_switched(name);
    default: return !is_declared || lock_names_hold_off(name);
    }
}

bool lock_names_undo(const char *other, const char *name, bool is_declared) {
    for (size_t i = 0; i < OPPOSITES; i++)
        if (counts(i, name, is_declared) && is_opposite(name, other, i)) return true;
    return false;
}

/* ---- interrupts ---- */

static bool holds_interrupts(const char *name) {
    static const char *const verbs[] = {"disable", "mask",  "lock", "save", "suspend", "block", "enter", "protect",
                                        "raise",   "begin", "off",  "hold", "push",    "stop",  NULL};
    return lock_names_speak_of_interrupts(name) && (name_has_part_of(name, verbs) || name_word(name, "no"));
}

/* ... or the scheduler, which lets tasks come. */
static bool holds_scheduler(const char *name) {
    static const char *const words[] = {"sched", "scheduler", "scheduling", "preempt", "preemption", NULL};
    static const char *const verbs[] = {"disable", "lock", "suspend", "off", NULL};
    return name_has_word_of(name, words) && name_has_word_of(name, verbs);
}

bool lock_names_hold_off(const char *name) {
    static const char *const parts[] = {"critical", "atomic", "mutex", "spinlock", NULL};
    static const char *const words[] = {"lock", "crit", NULL};
    bool is_of_schedule_manager = name_word(name, "schm") && name_word(name, "enter");
    bool is_lock = name_has_part_of(name, parts) || name_has_word_of(name, words) || lock_names_instruct(name);
    return is_lock || is_of_schedule_manager || holds_interrupts(name) || holds_scheduler(name);
}

bool lock_names_are_of_device(const char *name) {
    static const char *const words[] = {"flash",  "eeprom", "eep", "nvm",  "fmc",  "iap",     "option",   "ob",
                                        "backup", "bkp",    "pll", "door", "card", "key",     "keypad",   "wdt",
                                        "wdg",    "rtc",    "rcc", "gpio", "nvic", "pthread", "watchdog", NULL};
    return name_has_word_of(name, words);
}
