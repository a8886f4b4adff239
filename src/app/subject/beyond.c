#include "app/subject/beyond.h"

#include "app/subject/half_sentence.h"
#include "base/word.h"

#include <string.h>

static bool is_on(const struct oil_object *object, const char *attribute) {
    const struct oil_parameter *parameter = oil_find_parameter(object->parameters, attribute);
    return parameter && parameter->value.kind == VALUE_NAME && !strcmp(parameter->value.text, "TRUE");
}

/* ---- what cannot be run ---- */

static bool check_table(const struct oil_object *object, struct diagnostics *diagnostics) {
    if (strcmp(object->kind, "SCHEDULETABLE") != 0 || !is_on(object, "AUTOSTART")) return true;
    diag_error(diagnostics, object->place,
               "schedule table '%s' starts by itself, and schedule tables cannot be modelled", object->name);
    return false;
}

/* Of a task, an interrupt routine or an application, the core that it is bound to; NULL: none is said. */
static const struct oil_value *core_of(const struct oil_object *object) {
    static const char *const kinds[] = {"TASK", "ISR", "APPLICATION", NULL};
    static const char *const attributes[] = {"CORE", "CORE_ID", "CPU_ID", "CPU_NUMBER", NULL};
    if (!is_one_of(object->kind, kinds)) return NULL;
    for (const struct oil_parameter *p = object->parameters; p; p = p->next)
        if (is_one_of(p->name, attributes) && !p->implied && p->value.kind != VALUE_NONE) return &p->value;
    return NULL;
}

static bool same_core(const struct oil_value *one, const struct oil_value *other) {
    if (one->kind == VALUE_INTEGER && other->kind == VALUE_INTEGER)
        return one->magnitude == other->magnitude && one->negative == other->negative;
    return !strcmp(one->text, other->text);
}

bool beyond_check(const struct oil_config *oil, struct diagnostics *diagnostics) {
    const struct oil_object *first = NULL;
    bool good = true;
    for (const struct oil_object *object = oil->tree->objects; object; object = object->next) {
        good = check_table(object, diagnostics) && good;
        const struct oil_value *core = core_of(object);
        if (core && first && !same_core(core, core_of(first))) {
            diag_error(diagnostics, core->place, "'%s' and '%s' run on different cores, and only one can be modelled",
                       first->name, object->name);
            return false;
        }
        if (core && !first) first = object;
    }
    return good;
}

/* ---- what is taken to change nothing ---- */

static bool is_said(const struct oil_object *objects, const struct oil_object *object) {
    for (; objects != object; objects = objects->next)
        if (!strcmp(objects->kind, object->kind)) return true;
    return false;
}

static const char *about_kinds(const struct oil_config *oil, struct arena *arena) {
    static const char *const known[] = {"OS",    "APPMODE", "TASK",    "ISR", "RESOURCE", "EVENT",          "COUNTER",
                                        "ALARM", "MESSAGE", "COM",     "NM",  "IPDU",     "NETWORKMESSAGE", "CPU",
                                        "BUILD", "LIBRARY", "APPDATA", NULL};
    const char *names = "";
    for (const struct oil_object *object = oil->tree->objects; object; object = object->next)
        if (!is_one_of(object->kind, known) && !is_said(oil->tree->objects, object))
            names = half_sentence_list(arena, names, object->kind);
    return *names ? arena_printf(arena, "objects beyond OSEK OS (%s) change nothing", names) : NULL;
}

/* An application is bound to a core together with what it names. */
static bool is_bound(const struct oil_config *oil, const struct oil_object *object) {
    if (core_of(object)) return true;
    for (const struct oil_object *owner = oil->tree->objects; owner; owner = owner->next)
        for (const struct oil_parameter *p = owner->parameters; p && core_of(owner); p = p->next)
            if (!strcmp(owner->kind, "APPLICATION") && p->value.kind == VALUE_NAME &&
                !strcmp(p->value.text, object->name))
                return true;
    return false;
}

/* Those that are bound to a core are bound to the same one (beyond_check). */
static const char *about_cores(const struct oil_config *oil, struct arena *arena) {
    static const char *const kinds[] = {"TASK", "ISR", NULL};
    const char *names = "";
    bool any = false;
    for (const struct oil_object *object = oil->tree->objects; object; object = object->next) {
        any |= core_of(object) != NULL;
        if (is_one_of(object->kind, kinds) && !is_bound(oil, object))
            names = half_sentence_list(arena, names, object->name);
    }
    return any && *names ? arena_printf(arena, "what is bound to no core (%s) runs on that of the others", names)
                         : NULL;
}

static const char *about_protection(const struct oil_config *oil, struct arena *arena) {
    const char *names = "";
    for (const struct oil_object *object = oil->tree->objects; object; object = object->next)
        if (is_on(object, "TIMING_PROTECTION")) names = half_sentence_list(arena, names, object->name);
    return *names ? arena_printf(arena, "timing protection (%s) never has to act", names) : NULL;
}

static const char *about_requests(const struct oil_config *oil) {
    return oil->os.counts_requests
               ? "requests of a task that runs or is ready are counted (KERNEL_TYPE = FP), and come "
                 "in the order in which they were made"
               : NULL;
}

const char *beyond_assumption(const struct oil_config *oil, struct arena *arena) {
    const char *all[] = {about_kinds(oil, arena), about_cores(oil, arena), about_protection(oil, arena),
                         about_requests(oil)};
    const char *text = oil->tree->assumed;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) text = half_sentence_join(arena, text, all[i]);
    return text;
}
