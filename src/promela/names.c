#include "promela/names.h"

#include <stdint.h>
#include <string.h>

static size_t hash(const char *text) {
    uint64_t value = 14695981039346656037u;
    for (; *text; text++) value = (value ^ (unsigned char)*text) * 1099511628211u;
    return (size_t)(value ^ (value >> 29));
}

void names_init(struct names *names, struct arena *arena) {
    names->arena = arena;
    names->bucket_count = 1024;
    names->buckets = memory_new(names->bucket_count * sizeof *names->buckets);
    names->count = 0;
}

void names_free(struct names *names) { free(names->buckets); }

/* Order within a bucket is kept: the newest entry of a name comes first. */
static void enlarge(struct names *names) {
    size_t count = names->bucket_count * 4;
    struct name **buckets = memory_new(count * sizeof *buckets);
    for (size_t i = 0; i < names->bucket_count; i++) {
        struct name *reversed = NULL, *next;
        for (struct name *name = names->buckets[i]; name; name = next) {
            next = name->next;
            name->next = reversed;
            reversed = name;
        }
        for (struct name *name = reversed; name; name = next) {
            next = name->next;
            size_t bucket = hash(name->text) % count;
            name->next = buckets[bucket];
            buckets[bucket] = name;
        }
    }
    free(names->buckets);
    names->buckets = buckets;
    names->bucket_count = count;
}

struct name *names_add(struct names *names, const char *text, enum name_kind kind, struct place place,
                       const struct proctype *proctype, struct scope *scope) {
    if (names->count++ > names->bucket_count) enlarge(names);
    struct name *name = arena_new_object(names->arena, struct name);
    *name = (struct name){.text = text, .kind = kind, .place = place, .proctype = proctype, .scope = scope};
    size_t bucket = hash(text) % names->bucket_count; /* NOLINT(clang-analyzer-core.UndefinedBinaryOperatorResult) */
    name->next = names->buckets[bucket];
    names->buckets[bucket] = name;
    return name;
}

static bool visible(const struct name *name, const struct proctype *proctype, const struct scope *scope) {
    if (!name->proctype) return true;
    if (name->proctype != proctype) return false;
    while (scope && scope != name->scope) scope = scope->parent;
    return scope == name->scope;
}

struct name *names_find(const struct names *names, const char *text, const struct proctype *proctype,
                        const struct scope *scope) {
    for (struct name *name = names->buckets[hash(text) % names->bucket_count]; name; name = name->next)
        if (!strcmp(name->text, text) && visible(name, proctype, scope)) return name;
    return NULL;
}

void names_offer(const struct names *names, enum name_kind kind, const struct proctype *proctype,
                 const struct scope *scope, struct nearest *nearest) {
    for (size_t i = 0; i < names->bucket_count; i++)
        for (const struct name *name = names->buckets[i]; name; name = name->next) {
            bool fits = name->kind == kind || (kind == NAME_VARIABLE && name->kind == NAME_MTYPE);
            if (fits && visible(name, proctype, scope)) nearest_offer(nearest, name->text);
        }
}

const char *name_kind_words(enum name_kind kind) {
    switch (kind) {
    case NAME_VARIABLE: return "a variable";
    case NAME_LABEL: return "a label";
    case NAME_MTYPE: return "an mtype constant";
    case NAME_STRUCTURE: return "a typedef";
    case NAME_PROCTYPE: return "a proctype";
    case NAME_INLINE: return "an inline";
    case NAME_SPECIAL: return "a predefined variable";
    }
    return "a name";
}
