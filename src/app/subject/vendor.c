#include "app/subject/vendor.h"

#include "app/subject/half_sentence.h"
#include "base/vec.h"
#include "base/word.h"

#include <string.h>
#include <strings.h>

typedef bool (*wanted)(const struct oil_parameter *parameter);

/* The first one, those in braces included; NULL: there is none. */
static const struct oil_parameter *find_in(const struct oil_parameter *list, wanted is_wanted) {
    for (; list; list = list->next) {
        if (is_wanted(list)) return list;
        const struct oil_parameter *inside = find_in(list->body, is_wanted);
        if (inside) return inside;
    }
    return NULL;
}

static const struct oil_parameter *find(const struct oil_config *oil, const char *kind, wanted is_wanted) {
    for (const struct oil_object *object = oil->tree->objects; object; object = object->next) {
        const struct oil_parameter *found = strcmp(object->kind, kind) ? NULL : find_in(object->parameters, is_wanted);
        if (found) return found;
    }
    return NULL;
}

static bool is_word(const struct oil_value *value) { return value->kind == VALUE_NAME || value->kind == VALUE_STRING; }

static bool says(const struct oil_parameter *parameter, const char *name, const char *value) {
    return !strcmp(parameter->name, name) && is_word(&parameter->value) && !strcmp(parameter->value.text, value);
}

/* ERIKA: the generator's own attribute, or the macro that it stands for. */
static bool has_option(const struct oil_parameter *parameter, const char *const *options) {
    static const char *const names[] = {"EE_OPT", "EEOPT", NULL};
    return is_one_of(parameter->name, names) && is_word(&parameter->value) && is_one_of(parameter->value.text, options);
}

/* ---- other schedulers ---- */

static bool is_by_deadline(const struct oil_parameter *parameter) {
    static const char *const options[] = {"__EDF__", "__FRSH__", "__IRIS__", "__CBS__", "__HR__", "__IRR__", NULL};
    return has_option(parameter, options);
}

/* ERIKA 2's fixed priorities, with its classes, and ERIKA 3's. Whatever else it is, it is another one: EDF, FRSH ... */
static bool is_another_kernel(const struct oil_parameter *parameter) {
    static const char *const known[] = {"FP",  "BCC1", "BCC2", "ECC1", "ECC2",    "OSEK",
                                        "SC1", "SC2",  "SC3",  "SC4",  "AUTOSAR", NULL};
    return !strcmp(parameter->name, "KERNEL_TYPE") && is_word(&parameter->value) &&
           !is_one_of(parameter->value.text, known);
}

/* Trampoline: the file with the scheduler. */
static bool is_another_scheduler(const struct oil_parameter *parameter) {
    return !strcmp(parameter->name, "SCHEDULER") && is_word(&parameter->value) && !says(parameter, "SCHEDULER", "osek");
}

static bool check_scheduler(const struct oil_config *oil, struct diagnostics *diagnostics) {
    static const wanted others[] = {is_another_kernel, is_by_deadline, is_another_scheduler};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const struct oil_parameter *other = find(oil, "OS", others[i]);
        if (!other) continue;
        diag_error(diagnostics, other->value.place,
                   "%s = %s asks for another scheduler than that of fixed priorities, which alone can be modelled",
                   other->name, other->value.text);
        return false;
    }
    return true;
}

/* ERIKA: a threshold, the priority that a task has once it runs. */
static bool check_threshold(const struct oil_task *task, struct diagnostics *diagnostics) {
    const struct oil_parameter *p = oil_find_parameter(task->common.object->parameters, "DISPATCH_PRIORITY");
    if (!p || p->value.kind != VALUE_INTEGER || p->value.magnitude == task->priority) return true;
    diag_error(diagnostics, p->value.place,
               "task '%s' has another priority once it runs (%s), which cannot be modelled; an internal resource can",
               task->common.name, p->name);
    return false;
}

/* ---- several cores ---- */

static const struct oil_value *core_id(const struct oil_parameter *parameter) {
    const struct oil_parameter *id = oil_find_parameter(parameter->body, "ID");
    return !strcmp(parameter->name, "CPU_DATA") && id && id->value.text ? &id->value : NULL;
}

static bool has_cores(const struct oil_parameter *parameter) {
    return !strcmp(parameter->name, "NUMBER_OF_CORES") && parameter->value.kind == VALUE_INTEGER &&
           parameter->value.magnitude > 1;
}

static const struct oil_value *find_second_core(const struct oil_config *oil) {
    const struct oil_value *first = NULL;
    for (const struct oil_object *object = oil->tree->objects; object; object = object->next)
        for (const struct oil_parameter *p = object->parameters; p && !strcmp(object->kind, "OS"); p = p->next) {
            const struct oil_value *id = core_id(p);
            if (id && first && strcmp(id->text, first->text) != 0) return id;
            if (id && !first) first = id;
        }
    const struct oil_parameter *cores = find(oil, "OS", has_cores);
    return cores ? &cores->value : NULL;
}

bool vendor_check(const struct oil_config *oil, struct diagnostics *diagnostics) {
    const struct oil_value *core = find_second_core(oil);
    if (core) diag_error(diagnostics, core->place, "there are several cores, and only one can be modelled");
    bool good = check_scheduler(oil, diagnostics) && !core;
    for (size_t i = 0; i < oil->task_count; i++) good = check_threshold(&oil->tasks[i], diagnostics) && good;
    return good;
}

/* ---- interrupt routines ---- */

static bool is_said_to_nest(const struct oil_parameter *parameter) {
    static const char *const options[] = {"__ALLOW_NESTED_IRQ__", NULL};
    return says(parameter, "NESTED_IRQ", "TRUE") || has_option(parameter, options);
}

static bool is_said_not_to_nest(const struct oil_parameter *parameter) {
    return says(parameter, "NESTED_IRQ", "FALSE");
}

/* ERIKA 2 lets routines of category 2 nest only where it is told to. (ERIKA 3's kernel is OSEK.) */
static bool is_of_erika_2(const struct oil_parameter *parameter) {
    static const char *const kernels[] = {"FP", "BCC1", "BCC2", "ECC1", "ECC2", NULL};
    return !strcmp(parameter->name, "KERNEL_TYPE") && is_word(&parameter->value) &&
           is_one_of(parameter->value.text, kernels);
}

bool vendor_is_unnested(const struct oil_config *oil) {
    if (find(oil, "OS", is_said_to_nest)) return false;
    return find(oil, "OS", is_said_not_to_nest) || find(oil, "OS", is_of_erika_2);
}

static const char *about_nesting(const struct oil_config *oil) {
    size_t count = 0;
    if (!vendor_is_unnested(oil) || find(oil, "OS", is_said_not_to_nest)) return NULL;
    for (size_t i = 0; i < oil->isr_count; i++) count += oil->isrs[i].category == 2;
    return count > 1 ? "interrupt routines of category 2 do not interrupt each other (KERNEL_TYPE without NESTED_IRQ)"
                     : NULL;
}

const char *vendor_nesting_doubt(const struct oil_config *oil, struct arena *arena) {
    const char *names = "";
    size_t count = 0;
    for (size_t i = 0; i < oil->isr_count; i++) {
        if (oil->isrs[i].has_priority) continue;
        names = half_sentence_list(arena, names, oil->isrs[i].common.name);
        count++;
    }
    if (count < 2 || !find(oil, "OS", is_said_to_nest)) return NULL;
    return arena_printf(arena,
                        "interrupt routines nest (NESTED_IRQ), and have no PRIORITY (%s): which of them interrupts "
                        "which is not known, and was not tried (give them a PRIORITY)",
                        names);
}

/* ---- hooks ---- */

/* ERIKA 3 */
static bool has_idle_hook(const struct oil_parameter *parameter) {
    return says(parameter, "IDLEHOOK", "TRUE") && oil_find_parameter(parameter->body, "HOOKNAME");
}

const char *vendor_idle_hook(const struct oil_config *oil) {
    const struct oil_parameter *hook = find(oil, "OS", has_idle_hook);
    const struct oil_parameter *name = hook ? oil_find_parameter(hook->body, "HOOKNAME") : NULL;
    return name && is_word(&name->value) ? name->value.text : NULL;
}

typedef VEC(const char *) text_list;

bool vendor_names_function(const char *attribute) {
    static const char *const parts[] = {"FUNC", "IDLE",   "HANDLER",    "HOOK",    "CALLBACK", "ENTRY",
                                        "ISR",  "VECTOR", "BACKGROUND", "CALLOUT", NULL};
    return contains_one_of(attribute, parts);
}

/* But for the idle hook's, of which vendor_idle_hook() tells, and those of messages (messages.h). */
static bool names_function(const struct oil_parameter *parameter) {
    static const char *const told[] = {"HOOKNAME", "CALLBACKROUTINENAME", NULL};
    return is_word(&parameter->value) && !is_one_of(parameter->name, told) && vendor_names_function(parameter->name);
}

/* COM's `COMSTARTCOMEXTENSION` is one, too. */
bool vendor_names_hook(const char *attribute) {
    static const char *const endings[] = {"HOOK", "EXTENSION"};
    size_t length = strlen(attribute);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t size = strlen(endings[i]);
        if (length >= size && !strcasecmp(attribute + length - size, endings[i])) return true;
    }
    return false;
}

static bool switches_hook(const struct oil_parameter *parameter) {
    return vendor_names_hook(parameter->name) && says(parameter, parameter->name, "TRUE") && !has_idle_hook(parameter);
}

static const char *name_of(const struct oil_parameter *parameter) { return parameter->name; }
static const char *value_of(const struct oil_parameter *parameter) { return parameter->value.text; }

typedef const char *(*part)(const struct oil_parameter *parameter);

static void add_texts(const struct oil_parameter *list, wanted is_wanted, part part, text_list *texts) {
    for (; list; list = list->next) {
        if (is_wanted(list)) vec_push(texts, part(list));
        add_texts(list->body, is_wanted, part, texts);
    }
}

/* What speaks of the system, and not of one of its objects. */
static const char *const *texts_of_system(const struct oil_config *oil, wanted is_wanted, part part,
                                          struct arena *arena) {
    text_list texts = {0};
    static const char *const kinds[] = {"OS", "COM", "NM", "IPDU", "NETWORKMESSAGE", "MESSAGE", NULL};
    for (const struct oil_object *object = oil->tree->objects; object; object = object->next)
        if (is_one_of(object->kind, kinds)) add_texts(object->parameters, is_wanted, part, &texts);
    const char **copy = arena_new_array(arena, const char *, texts.count + 1);
    for (size_t i = 0; i < texts.count; i++) copy[i] = texts.items[i];
    vec_free(&texts);
    return copy;
}

const char *const *vendor_texts(const struct oil_config *oil, struct arena *arena) {
    return texts_of_system(oil, names_function, value_of, arena);
}

const char *const *vendor_hooks(const struct oil_config *oil, struct arena *arena) {
    return texts_of_system(oil, switches_hook, name_of, arena);
}

/* ---- what is taken not to matter ---- */

static bool is_protected(const struct oil_parameter *parameter) {
    static const char *const names[] = {"MEMORY_PROTECTION", "SERVICE_PROTECTION", "PROTECTIONHOOK", NULL};
    static const char *const kernels[] = {"SC2", "SC3", "SC4", NULL};
    if (!is_word(&parameter->value)) return false;
    return (is_one_of(parameter->name, names) && !strcmp(parameter->value.text, "TRUE")) ||
           (!strcmp(parameter->name, "KERNEL_TYPE") && is_one_of(parameter->value.text, kernels));
}

static const char *about_protection(const struct oil_config *oil, struct arena *arena) {
    static const char *const kinds[] = {"OS", "APPLICATION", "TASK"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct oil_parameter *found = find(oil, kinds[i], is_protected);
        if (found) return arena_printf(arena, "protection (%s = %s) never has to act", found->name, found->value.text);
    }
    return NULL;
}

/* ERIKA: what waits on a stack that others use loses what lies there. */
static const char *about_stacks(const struct oil_config *oil, struct arena *arena) {
    const char *names = "";
    for (size_t i = 0; i < oil->task_count; i++) {
        const struct oil_parameter *p = oil_find_parameter(oil->tasks[i].common.object->parameters, "STACK");
        if (oil->tasks[i].extended && p && says(p, "STACK", "SHARED"))
            names = half_sentence_list(arena, names, oil->tasks[i].common.name);
    }
    return *names ? arena_printf(arena, "extended tasks with STACK = SHARED (%s) have a stack of their own", names)
                  : NULL;
}

const char *vendor_assumption(const struct oil_config *oil, struct arena *arena) {
    const char *text = half_sentence_join(arena, about_nesting(oil), about_protection(oil, arena));
    return half_sentence_join(arena, text, about_stacks(oil, arena));
}
