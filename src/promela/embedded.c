#include "promela/embedded.h"

#include "base/word.h"
#include "jit/jit.h"

#include <ctype.h>
#include <string.h>

/* A process that ends without a word would leave its status as the answer: all ways out lead through exit(), where
 * limits.h waits. */
static const char headers[] = "#define _exit exit\n#define _Exit exit\n#define quick_exit exit\n#include "
                              "<stdio.h>\n#include <stdlib.h>\n#include <string.h>\n";

void embedded_add_declarations(const struct model *model, struct text *out) {
    if (!model->uses_code) return;
    text_add(out, headers);
    for (size_t i = 0; i < model->c_declarations.count; i++)
        if (model->c_declarations.items[i].kind == C_DECL)
            text_printf(out, "%s\n", model->c_declarations.items[i].text);
}

/* ---- what was declared ---- */

static const char *skip_stars(const char *at, const char *end) {
    while (at < end && (isspace((unsigned char)*at) || *at == '*')) at++;
    return at;
}

/* The name in "struct { int x; } pairs[3]" or "int (*f)(void)": the last word before an array bound, or the first one
 * in parentheses; nothing in braces. */
static const char *declared_name(const char *at, const char *end, struct arena *arena) {
    const char *start = at, *stop = at;
    for (unsigned braces = 0; at < end;) {
        braces += *at == '{';
        braces -= *at == '}' && braces;
        const char *inside = *at == '(' && !braces ? skip_stars(at + 1, end) : at;
        bool pointer = inside > at && memchr(at, '*', (size_t)(inside - at));
        if (pointer) at = inside;
        const char *word = at;
        while (at < end && is_word_char(*at)) at++;
        if (at > word && !braces) start = word, stop = at;
        if (pointer || (*at == '[' && !braces)) break;
        if (at == word) at++;
    }
    return arena_text_n(arena, start, (size_t)(stop - start));
}

/* One name for each declarator: they are separated by commas outside of brackets. */
static void find_names(struct embedded_item *item, const char *text, struct arena *arena) {
    unsigned depth = 0;
    for (const char *at = text;; at++) {
        if (*at && strchr("([{", *at)) depth++;
        if (*at && strchr(")]}", *at) && depth) depth--;
        if (*at && (*at != ',' || depth)) continue;
        vec_push(&item->names, declared_name(text, at, arena));
        if (!*at) return;
        text = at + 1;
    }
}

static bool have_names(const struct embedded_item *item) {
    for (size_t i = 0; i < item->names.count; i++)
        if (!*item->names.items[i]) return false;
    return true;
}

static const struct proctype *find_proctype(const struct model *model, const char *name) {
    while (*name == ' ') name++;
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (strcmp(model->proctypes.items[i]->name, name) == 0) return model->proctypes.items[i];
    return NULL;
}

static bool add_state(struct embedded *embedded, const struct model *model, const struct c_declaration *d,
                      struct arena *arena, struct diagnostics *diagnostics) {
    struct embedded_item item = {.declaration = d};
    if (begins_with(d->scope, "Global")) {
        item.kind = EMBEDDED_GLOBAL;
    } else if (begins_with(d->scope, "Hidden")) {
        item.kind = EMBEDDED_HIDDEN;
    } else if (begins_with(d->scope, "Local") && (item.owner = find_proctype(model, d->scope + 5))) {
        item.kind = EMBEDDED_LOCAL;
    } else {
        diag_error(diagnostics, d->place,
                   "c_state wants \"Global\", \"Hidden\" or \"Local\" and a proctype, not \"%s\"", d->scope);
        return false;
    }
    find_names(&item, d->text, arena);
    vec_push(&embedded->items, item);
    if (have_names(&item)) return true;
    diag_error(diagnostics, d->place, "c_state wants a type and a name, as in \"int counter\"");
    return false;
}

static bool collect(struct embedded *embedded, const struct model *model, struct arena *arena,
                    struct diagnostics *diagnostics) {
    for (size_t i = 0; i < model->c_declarations.count; i++) {
        const struct c_declaration *d = &model->c_declarations.items[i];
        if (d->kind == C_STATE && !add_state(embedded, model, d, arena, diagnostics)) return false;
        if (d->kind != C_TRACK) continue;
        if (d->extra && strcmp(d->extra, "UnMatched") == 0)
            diag_warning(diagnostics, d->place, "memory tracked as UnMatched is matched here, too");
        vec_push(&embedded->items, (struct embedded_item){.kind = EMBEDDED_TRACKED, .declaration = d});
    }
    return true;
}

/* ---- asking the compiler ---- */

static bool measure(struct embedded *embedded, const struct model *model, struct diagnostics *diagnostics) {
    if (!embedded->items.count) return true;
    struct text probe = {0};
    embedded_add_declarations(model, &probe);
    for (size_t i = 0; i < embedded->items.count; i++)
        if (embedded->items.items[i].kind != EMBEDDED_TRACKED)
            text_printf(&probe, "struct rtcheck_probe_%zu { %s; };\n", i, embedded->items.items[i].declaration->text);
    text_add(&probe, "unsigned long rtcheck_probe[] = {");
    for (size_t i = 0; i < embedded->items.count; i++)
        if (embedded->items.items[i].kind == EMBEDDED_TRACKED)
            text_printf(&probe, "%s,", embedded->items.items[i].declaration->scope);
        else
            text_printf(&probe, "sizeof(struct rtcheck_probe_%zu),", i);
    text_add(&probe, "0};\n");
    struct jit *jit = jit_compile(text_chars(&probe), "rtcheck_probe", JIT_AUTO, true, diagnostics);
    text_free(&probe);
    if (!jit) return false;
    const unsigned long *sizes = jit_entry(jit);
    bool ok = true;
    for (size_t i = 0; i < embedded->items.count; i++) {
        enum { LARGEST = 32 * 1024 };
        if (sizes[i] > LARGEST) {
            diag_error(diagnostics, embedded->items.items[i].declaration->place, "%lu bytes are too many for a state",
                       sizes[i]);
            ok = false;
        }
        embedded->items.items[i].size = (uint32_t)sizes[i];
    }
    jit_free(jit);
    return ok;
}

struct embedded *embedded_new(const struct model *model, struct arena *arena, struct diagnostics *diagnostics) {
    struct embedded *embedded = memory_new(sizeof *embedded);
    if (collect(embedded, model, arena, diagnostics) && measure(embedded, model, diagnostics)) return embedded;
    embedded_free(embedded);
    return NULL;
}

void embedded_free(struct embedded *embedded) {
    if (!embedded) return;
    for (size_t i = 0; i < embedded->items.count; i++) vec_free(&embedded->items.items[i].names);
    vec_free(&embedded->items);
    free(embedded);
}
