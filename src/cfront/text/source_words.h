/* Which functions a source has code of, and which it calls. Texts are looked through once, not parsed (code_only.h
 * takes comments out of them). */
#ifndef CFRONT_TEXT_SOURCE_WORDS_H
#define CFRONT_TEXT_SOURCE_WORDS_H

#include "cfront/text/name_set.h"

struct source_words {
    struct name_set has;       /* `name(...) {`, not static */
    struct name_set yields;    /* of these, weak ones: others of the name take their place */
    struct name_set keeps;     /* the same, static */
    struct name_set calls;     /* `name(`, and what else is used of others */
    struct name_set perhaps;   /* of what it has: under a condition, or without a type, as macros that are not known */
    struct name_set variables; /* of what it uses: those of others, as far as that is known */
};

struct source_words source_words_find(struct arena *arena, const char *text);
/* Tells each function that a text has, static or not, with what stands between its braces. */
typedef void source_body(void *context, const char *name, const char *body, size_t length);
void source_words_bodies(struct arena *arena, const char *text, source_body *found, void *context);
/* What either says; what one is sure of is so. */
struct source_words source_words_join(struct arena *arena, const struct source_words *a, const struct source_words *b);
/* What its text says, and the compiler, which had nothing to complain of: what it uses of others, or keeps to
 * itself, others do not get from it. */
struct source_words source_words_corrected(struct arena *arena, const struct source_words *text,
                                           const struct source_words *compiler);
/* What the source calls by this name is its own: no other one takes its place. */
bool source_words_are_enough(const struct source_words *words, const char *name);
/* `static`, and macros whose names say so. */
bool source_words_mean_static(const char *word, size_t length);

#endif
