/* Writes one JSON value into a text; the writer knows where commas and line breaks go.
 *   struct json json; json_begin(&json, &text);
 *   json_open(&json, '{'); json_member_number(&json, "states", 12); json_close(&json, '}'); */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/diag.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct json {
    struct text *out;
    unsigned depth;
    bool need_comma;
    bool after_key;
};

void json_begin(struct json *json, struct text *out);
void json_open(struct json *json, char bracket);  /* '{' or '[' */
void json_close(struct json *json, char bracket); /* '}' or ']' */
void json_key(struct json *json, const char *key);
void json_string(struct json *json, const char *value); /* NULL becomes null; invalid UTF-8 becomes U+FFFD */
void json_number(struct json *json, uint64_t value);
void json_integer(struct json *json, int64_t value);
void json_real(struct json *json, double value);  /* a figure: six digits */
void json_exact(struct json *json, double value); /* a result: as many digits as give the same number again */
void json_bool(struct json *json, bool value);
void json_null(struct json *json);

/* ---- Members of an object: the key and its value ---- */

void json_member_open(struct json *json, const char *key, char bracket);
void json_member_string(struct json *json, const char *key, const char *value);
void json_member_number(struct json *json, const char *key, uint64_t value);
void json_member_integer(struct json *json, const char *key, int64_t value);
void json_member_real(struct json *json, const char *key, double value);
void json_member_bool(struct json *json, const char *key, bool value);
void json_member_null(struct json *json, const char *key);
/* An array of strings. */
void json_member_strings(struct json *json, const char *key, const char *const *list, size_t count);
/* The same: a string for each line of `text`, which may be NULL. */
void json_member_lines(struct json *json, const char *key, const char *text);
/* {"file","line","column"}, or null where the place is unknown. */
void json_member_place(struct json *json, const char *key, struct place place);

#endif
