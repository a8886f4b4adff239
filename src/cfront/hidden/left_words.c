#include "cfront/hidden/left_words.h"

#include "base/word.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/hidden/source_mask.h"
#include "cfront/library/services.h"
#include "cfront/text/lock_names.h"
#include "cfront/text/name_words.h"
#include "cfront/text/register_names.h"
#include "cfront/text/section_names.h"
#include "osek/service.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_MACRO = 8 };

static struct left_effect opens(enum left_hold hold, const char *mask) {
    return (struct left_effect){.opens = hold, .begun = hold, .mask = mask};
}

static struct left_effect closes(enum left_hold hold, const char *mask) {
    return (struct left_effect){.closes = hold, .mask = mask};
}

static struct left_effect unsure(enum left_hold hold, const char *mask) {
    return (struct left_effect){.unsure = hold, .begun = hold, .mask = mask};
}

/* Others are told of it, whichever way it goes. */
static struct left_effect perhaps(struct left_effect effect) {
    effect.unsure |= effect.opens | effect.closes;
    effect.opens = effect.closes = 0;
    return effect;
}

/* ---- services ---- */

static struct left_effect effect_of_service(enum osek_service service) {
    switch (service) {
    case OSEK_GetResource: return opens(HOLD_RESOURCE, NULL);
    case OSEK_ReleaseResource: return closes(HOLD_RESOURCE, NULL);
    case OSEK_DisableAllInterrupts: return opens(HOLD_DISABLE, NULL);
    case OSEK_EnableAllInterrupts: return closes(HOLD_DISABLE, NULL);
    case OSEK_SuspendAllInterrupts: return opens(HOLD_SUSPEND, NULL);
    case OSEK_ResumeAllInterrupts: return closes(HOLD_SUSPEND, NULL);
    case OSEK_SuspendOSInterrupts: return opens(HOLD_SUSPEND_OS, NULL);
    case OSEK_ResumeOSInterrupts: return closes(HOLD_SUSPEND_OS, NULL);
    default: return (struct left_effect){.services = (uint64_t)1 << service};
    }
}

static struct left_effect of_service(enum osek_service service) {
    struct left_effect effect = effect_of_service(service);
    effect.serves = true;
    return effect;
}

/* ---- registers ---- */

/* Of the operator that assigns in a statement; NULL: nothing is assigned. */
static const char *find_assignment(const char *begin, const char *end) {
    for (const char *at = begin; at < end && !strchr(";{}", *at); at++) {
        if (*at != '=') continue;
        if (at[1] != '=' && !strchr("=!<>", at[-1])) return at;
        at += at[1] == '=';
    }
    return NULL;
}

/* Behind `=`. */
static enum register_effect effect_of_value(const char *at, const char *end) {
    at += 1 + strspn(at + 1, " \t(");
    size_t length = word_length(at);
    const char *over = at;
    while (over < end && !strchr(";}", *over)) over++;
    if (isdigit((unsigned char)*at)) return strtoul(at, NULL, 0) ? WRITES_NUMBER : WRITES_0;
    if (memchr(at, '&', (size_t)(over - at))) return CLEARS;
    if (memchr(at, '|', (size_t)(over - at))) return SETS;
    return *at == '~' || (length && !has_small_letters(at, length)) ? WRITES_NUMBER : WRITES_SOMETHING;
}

static struct left_effect of_write(enum register_mask mask, enum register_effect effect, const char *name) {
    if (mask == MASK_CLEARS) return opens(HOLD_SOURCE, name);
    if (mask == MASK_EITHER) return unsure(HOLD_REGISTER, name);
    return register_names_keep_out(mask, effect) ? opens(HOLD_REGISTER, name) : closes(HOLD_REGISTER, name);
}

/* `TIMSK OCIE1A`: all words of the statement that say something. */
static const char *held_by(struct front *front, const char *begin, const char *end) {
    const char *names = "", *undone_by;
    size_t length;
    for (const char *at = begin; at < end && !strchr(";{}", *at); at += length ? length : 1) {
        length = word_length(at);
        const char *name = length ? arena_text_n(front->scratch, at, length) : "";
        if (register_names_mask(name, &undone_by) != MASK_NONE)
            names = arena_printf(front->scratch, "%s %s", names, name);
    }
    return names;
}

/* Bits count, too, where they are set or cleared in a register whose name says nothing. */
static struct left_effect of_register(const struct left_look *look, const struct left_word *word, const char *name) {
    const char *undone_by, *begin = left_effect_statement(word), *assigns = find_assignment(begin, word->end);
    enum register_mask mask = register_names_mask(name, &undone_by);
    bool undoes = register_names_undo(name);
    if (!assigns || (mask == MASK_NONE && !undoes)) return (struct left_effect){0};
    enum register_effect effect = assigns[-1] == '&'   ? CLEARS
                                  : assigns[-1] == '|' ? SETS
                                                       : effect_of_value(assigns, word->end);
    if (word->begin > assigns && effect != CLEARS && effect != SETS) return (struct left_effect){0};
    if (undoes && mask == MASK_NONE) return closes(HOLD_SOURCE, name);
    struct left_effect written = of_write(mask, effect, name);
    written.held_by = held_by(look->front, begin, word->end);
    return written;
}

/* ---- calls ---- */

static const char *behind(const struct left_word *word) {
    const char *at = word->begin + word->length;
    return at + strspn(at, " \t\r\n");
}

static bool is_called(const struct left_word *word) { return *behind(word) == '('; }

/* `__set_PRIMASK(1)` */
static struct left_effect of_setter(const struct left_word *word, const char *name) {
    const char *undone_by, *given = behind(word) + 1;
    if (register_names_mask(name, &undone_by) != MASK_DISABLES || name_word(name, "get"))
        return (struct left_effect){0};
    given += strspn(given, " \t(");
    return isdigit((unsigned char)*given) && strtoul(given, NULL, 0) ? opens(HOLD_PROCESSOR, name)
                                                                     : closes(HOLD_PROCESSOR, name);
}

/* Nobody here has its code. */
static struct left_effect of_strange_call(const struct left_word *word, const char *name) {
    if (service_beyond(name)) return (struct left_effect){.serves = true, .beyond = name};
    if (processor_mask_masks(name)) return opens(HOLD_PROCESSOR, name);
    if (processor_mask_knows(name)) return closes(HOLD_PROCESSOR, name);
    if (source_mask_masks(name)) return opens(HOLD_SOURCE, name);
    if (source_mask_knows(name)) return closes(HOLD_SOURCE, name);
    if (section_names_open(name)) return opens(HOLD_PROCESSOR, name);
    if (section_names_may_close(name)) return closes(HOLD_PROCESSOR, name);
    return of_setter(word, name);
}

/* ---- instructions ---- */

/* `asm("cli")`, `asm cli;`, `__asm { cli }` */
static const char *end_of_assembly(const char *text) {
    const char *at = text + strspn(text, " \t");
    size_t depth = 0;
    if (*at == '{') return at + strcspn(at, "}");
    for (; *at; at++) {
        depth += *at == '(';
        if (*at == ')' && depth && --depth == 0) return at;
        if (!depth && (*at == ';' || *at == '\n')) return at;
    }
    return at;
}

static struct left_effect of_instruction(const char *name) {
    static const char *const status[] = {"primask", "basepri", "faultmask", "cpsr", "sr",   "psw",   "ccr",  "mtmsr",
                                         "wrteei",  "mtspr",   "csrc",      "csrs", "csrw", "mtcr",  "disi", "ipl",
                                         "sim",     "rim",     "clrpsw",    "fclr", "fset", "ldipl", NULL};
    if (lock_names_instruct(name)) return opens(HOLD_PROCESSOR, name);
    if (lock_names_end(name)) return closes(HOLD_PROCESSOR, name);
    return name_has_word_of(name, status) ? unsure(HOLD_PROCESSOR, name) : (struct left_effect){0};
}

static struct left_effect of_assembly(const struct left_look *look, const struct left_word *word) {
    struct left_effect effect = {0};
    const char *at = left_code_spelled(look->front, look->text, word->begin);
    at += word_length(at);
    for (size_t length; at < end_of_assembly(at); at += length ? length : 1) {
        length = word_length(at);
        if (!length) continue;
        struct left_effect of_word = of_instruction(arena_text_n(look->front->scratch, at, length));
        effect.opens |= of_word.opens, effect.closes |= of_word.closes, effect.unsure |= of_word.unsure;
        effect.begun |= of_word.begun;
        if (!effect.mask && !left_effect_is_none(of_word)) effect.mask = "asm";
    }
    return effect.opens && effect.closes ? perhaps(effect) : effect;
}

/* ---- functions and macros ---- */

static struct left_effect of_word(void *context, const struct left_word *word);

/* Those that call each other are looked at again, from wherever somebody comes to them. */
struct left_effect left_words_of_body(struct front *front, struct left_code *code, struct left_body *body) {
    enum { MOST_LOOKS = 20000 };
    struct left_look look = {front, code, body->file, body->file, 0};
    bool was_cut = code->is_cut;
    code->is_cut |= body->state == LEFT_BUSY;
    if (body->state != LEFT_NEW) return body->effect;
    code->is_cut = false;
    body->state = LEFT_BUSY; /* whoever looks at it knows of it */
    struct left_effect effect = left_effect_of(body->text, body->length, of_word, &look);
    bool is_known = !code->is_cut || code->looks++ > MOST_LOOKS;
    body->state = is_known ? LEFT_KNOWN : LEFT_NEW;
    if (is_known) body->effect = effect;
    code->is_cut |= was_cut;
    return effect;
}

/* Of several the one or the other is meant. */
struct found {
    struct left_effect effect;
    bool any;
};

static void find(struct found *found, struct left_effect effect) {
    found->effect = found->any ? left_effect_join(found->effect, effect) : effect;
    found->any = true;
}

static void find_functions(const struct left_look *look, const char *name, struct found *found) {
    const struct left_function *function = left_code_function(look->code, name);
    for (; function; function = left_code_next(look->code, function))
        find(found, left_words_of_body(look->front, look->code, function->body));
}

/* A source's own, with its headers', comes before those of others. */
static void find_bodies(const struct left_look *look, const char *name, struct found *found) {
    const left_file_list *reach = left_code_reach(look->front, look->code, look->file);
    for (size_t i = 0; i < reach->count; i++) {
        struct left_body *body = left_code_body(reach->items[i], name);
        if (body) find(found, left_words_of_body(look->front, look->code, body));
    }
    if (!found->any) find_functions(look, name, found);
}

static void find_macros(const struct left_look *look, const char *name, struct found *found) {
    const left_file_list *reach = left_code_reach(look->front, look->code, look->file);
    struct piece piece = {name, strlen(name)};
    if (look->depth == DEEPEST_MACRO) return;
    for (size_t i = 0; i < reach->count; i++) {
        const macro_list *macros = &reach->items[i]->macros;
        const struct macro *macro = macros->count ? macro_list_find(look->front->scratch, macros, piece) : NULL;
        for (; macro; macro = macro_list_next(macros, macro)) {
            struct left_look inside = {look->front, look->code, look->file, reach->items[i], look->depth + 1};
            find(found, left_effect_of(macro->body.text, macro->body.length, of_word, &inside));
        }
    }
}

/* ---- pointers ---- */

/* `ops.wait`, `ops->wait`: a member. */
static bool is_member(const struct left_word *word) {
    const char *at = word->begin;
    while (at > word->text && isspace((unsigned char)at[-1])) at--;
    return at > word->text && (at[-1] == '.' || (at - word->text > 1 && at[-1] == '>' && at[-2] == '-'));
}

/* `ops->wait(E)`, `table[i]()`, `(*wait)(E)` */
static bool calls_by_pointer(const struct left_word *word) {
    const char *at = behind(word);
    bool is_pointer = is_member(word);
    if (*at == '[') {
        at += strcspn(at, "]");
        at += *at == ']';
        is_pointer = true;
    }
    at += strspn(at, " \t");
    if (*at == ')' && word->begin > word->text && word->begin[-1] == '*') is_pointer = true, at++;
    at += strspn(at, " \t");
    return is_pointer && *at == '(';
}

/* All functions and services that sources mention without calling them. */
static void find_mentioned(const struct left_look *look, struct left_file *file, struct left_effect *all) {
    size_t length;
    enum osek_service service;
    const char *end = file->code + strlen(file->code);
    for (const char *at = file->code; *at; at += length ? length : 1) {
        length = word_length(at);
        struct left_word word = {file->code, at, end, length};
        if (!length || isdigit((unsigned char)*at) || is_called(&word)) continue;
        const char *name = arena_text_n(look->front->scratch, at, length);
        struct found found = {0};
        struct left_body *own = left_code_body(file, name);
        if (osek_service_by_name(name, &service) && osek_service_is_systems(service))
            find(&found, of_service(service));
        else if (own)
            find(&found, left_words_of_body(look->front, look->code, own));
        else
            find_functions(look, name, &found);
        found.effect = perhaps(found.effect);
        *all = left_effect_join(*all, found.effect);
    }
}

static struct left_effect of_pointers(const struct left_look *look) {
    struct left_code *code = look->code;
    code->is_cut |= code->pointing == POINTED_BUSY;
    if (code->pointing != POINTED_NEW) return code->pointed;
    code->pointing = POINTED_BUSY;
    for (size_t i = 0; i < look->front->options->left_out_count; i++)
        find_mentioned(look, &code->sources.items[i], &code->pointed);
    code->pointing = POINTED_KNOWN;
    return code->pointed;
}

/* ---- all of them ---- */

static struct left_effect of_name(const struct left_look *look, const struct left_word *word, const char *name) {
    static const char *const assembly[] = {"asm", "__asm", "__asm__", "_asm", NULL};
    enum osek_service service;
    struct found found = {0};
    if (osek_service_by_name(name, &service) && osek_service_is_systems(service)) return of_service(service);
    if (is_one_of(name, assembly)) return of_assembly(look, word);
    struct left_effect effect = of_register(look, word, name);
    if (!left_effect_is_none(effect)) return effect;
    find_bodies(look, name, &found);
    find_macros(look, name, &found);
    return !found.any && is_called(word) ? of_strange_call(word, name) : found.effect;
}

static struct left_effect of_word(void *context, const struct left_word *word) {
    const struct left_look *look = context;
    const char *name = arena_text_n(look->front->scratch, word->begin, word->length);
    if (calls_by_pointer(word)) return of_pointers(look);
    return is_member(word) ? of_register(look, word, name) : of_name(look, word, name);
}
