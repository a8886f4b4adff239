#include "cfront/program/identifiers.h"

#include "base/word.h"
#include "cfront/text/name_words.h"

#include <string.h>

enum kind { A_TASK, A_RESOURCE, AN_EVENT, AN_ALARM, A_COUNTER, A_MODE, KINDS };

static const struct {
    const char *type; /* of the parameter */
    const char *word;
} kinds[KINDS] = {
    [A_TASK] = {"TaskType", "a task"},          [A_RESOURCE] = {"ResourceType", "a resource"},
    [AN_EVENT] = {"EventMaskType", "an event"}, [AN_ALARM] = {"AlarmType", "an alarm"},
    [A_COUNTER] = {"CounterType", "a counter"}, [A_MODE] = {"AppModeType", "an application mode"},
};

/* The names of the objects of that kind, one after the other; NULL: there are no more. */
static const char *name_of(const struct cfront_names *names, enum kind kind, uint32_t i) {
    const struct osek_config *config = names->config;
    switch (kind) {
    case A_TASK: return i < config->task_count ? config->tasks[i].name : NULL;
    case A_RESOURCE: return i < config->resource_count ? config->resources[i].name : NULL;
    case AN_EVENT: return i < names->event_count ? names->events[i] : NULL;
    case AN_ALARM: return i < config->alarm_count ? config->alarms[i].name : NULL;
    case A_COUNTER: return i < config->counter_count ? config->counters[i].name : NULL;
    default: return i < names->mode_count ? names->modes[i] : NULL;
    }
}

static bool is_of(const struct cfront_names *names, enum kind kind, const char *name) {
    for (uint32_t i = 0; name_of(names, kind, i); i++)
        if (!strcmp(name_of(names, kind, i), name)) return true;
    return false;
}

static const char *constant_name(struct front *front, CXCursor argument) {
    enum CXCursorKind kind = front->clang.getCursorKind(argument);
    while (kind == CXCursor_ParenExpr || kind == CXCursor_UnexposedExpr) {
        argument = front_last_expression(front, argument);
        if (front->clang.Cursor_isNull(argument)) return NULL;
        kind = front->clang.getCursorKind(argument);
    }
    if (kind != CXCursor_DeclRefExpr) return NULL;
    CXCursor declared = front->clang.getCursorReferenced(argument);
    return front->clang.getCursorKind(declared) == CXCursor_EnumConstantDecl ? front_spelling(front, declared) : NULL;
}

void identifiers_check(struct front *front, CXCursor argument, CXType parameter) {
    const char *type = front_text(front, front->clang.getTypeSpelling(parameter));
    const char *name = constant_name(front, argument);
    enum kind wanted = A_TASK, found = A_TASK;
    while (wanted < KINDS && strcmp(kinds[wanted].type, type) != 0) wanted++;
    if (!name || wanted == KINDS || is_of(front->names, wanted, name)) return;
    while (found < KINDS && !is_of(front->names, found, name)) found++;
    if (found < KINDS)
        diag_warning(front->diagnostics, front_place(front, argument), "`%s` is %s, where %s is wanted", name,
                     kinds[found].word, kinds[wanted].word);
}

/* Application modes are nothing that services change. */
static const char *word_of(const struct front *front, const char *name) {
    for (enum kind kind = A_TASK; kind < A_MODE; kind++)
        if (is_of(front->names, kind, name)) return kinds[kind].word;
    return NULL;
}

/* ---- what is made of their numbers ---- */

struct looking {
    struct front *front;
    const char *name; /* that was found; or NULL */
};

/* An enumerator may be one by another name. */
static enum CXChildVisitResult look_for_object(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct looking *looking = data;
    const char *name = constant_name(looking->front, cursor);
    if (name && word_of(looking->front, name)) looking->name = name;
    if (name && !looking->name)
        looking->front->clang.visitChildren(looking->front->clang.getCursorReferenced(cursor), look_for_object, data);
    return looking->name ? CXChildVisit_Break : CXChildVisit_Recurse;
}

expression identifiers_mark(struct front *front, CXCursor of, expression constant) {
    struct looking looking = {.front = front};
    if (look_for_object(of, of, &looking) == CXChildVisit_Recurse)
        front->clang.visitChildren(of, look_for_object, &looking);
    if (!looking.name) return constant;
    struct c_expression *marked = arena_new_object(front->arena, struct c_expression);
    *marked = *constant;
    marked->identifier = looking.name;
    return marked;
}

/* ---- functions without a body that get them ---- */

static void doubt(struct front *front, const char *name, const char *word, const char *function, struct place place) {
    front_doubt(front,
                "`%s`, which has no body, gets `%s`, which is %s, and may call services with it (a file for "
                "--stubs says that it does not: `void %s()`)",
                function, name, word, function);
    front_leap(front, place,
               "`%s`, which has no body and gets `%s`, which is %s, calls services with it (a file for --stubs says "
               "that it does not: `void %s()`)",
               function, name, word, function);
}

void identifiers_doubt(struct front *front, const char *name, const char *function, struct place place) {
    const char *word = word_of(front, name);
    doubt(front, name, word ? word : "another name for one of the configuration", function, place);
}

/* What a parameter or a global of such a type is, somebody named. In a local there is mostly what GetTaskID gives, for
 * a protocol. */
bool identifiers_doubt_variable(struct front *front, CXCursor argument, const char *function, struct place place) {
    argument = front_as_written(front, argument);
    CXCursor declared = front->clang.getCursorReferenced(argument);
    CXCursor owner = front->clang.getCursorSemanticParent(declared);
    enum CXCursorKind of = front->clang.getCursorKind(declared);
    bool is_global = of == CXCursor_VarDecl && front->clang.getCursorKind(owner) == CXCursor_TranslationUnit;
    if (front->clang.getCursorKind(argument) != CXCursor_DeclRefExpr || (of != CXCursor_ParmDecl && !is_global))
        return false;
    const char *type = front_text(front, front->clang.getTypeSpelling(front->clang.getCursorType(argument)));
    if (begins_with(type, "const ")) type += strlen("const ");
    enum kind kind = A_TASK;
    while (kind < A_MODE && strcmp(kinds[kind].type, type) != 0) kind++;
    if (kind < A_MODE) doubt(front, front_spelling(front, argument), kinds[kind].word, function, place);
    return kind < A_MODE;
}

const char *identifiers_in_name(struct front *front, const char *name) {
    for (enum kind kind = A_TASK; kind < A_MODE; kind++)
        for (uint32_t i = 0; name_of(front->names, kind, i); i++)
            if (name_word(name, name_of(front->names, kind, i))) return kinds[kind].word;
    return NULL;
}
