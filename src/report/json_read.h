/* Reads JSON (RFC 8259) into a tree. Any input is safe: what is not JSON gives NULL and a message. */
#ifndef REPORT_JSON_READ_H
#define REPORT_JSON_READ_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json_value {
    enum json_kind kind;
    bool boolean;
    double number;
    const char *string;              /* NUL-terminated; a \u0000 inside becomes U+FFFD */
    const char *key;                 /* in an object */
    struct json_value *first, *next; /* children of arrays and objects; the next sibling */
    size_t count;
};

/* The tree belongs to `arena`. NULL: `error` says what and where. */
struct json_value *json_read(const char *text, size_t length, struct arena *arena, struct text *error);

/* Helpers that accept NULL and values of the wrong kind. */
const struct json_value *json_member(const struct json_value *object, const char *key);
const char *json_text(const struct json_value *value);                         /* NULL if it is no string */
bool json_whole(const struct json_value *value, uint64_t most, uint64_t *out); /* a whole number 0..most */
bool json_is_true(const struct json_value *value);

#endif
