/* Writes one JSON value into a text; the writer knows where commas and line breaks go.
 *   struct json json; json_begin(&json, &text);
 *   json_open(&json, '{'); json_key(&json, "states"); json_number(&json, 12); json_close(&json, '}'); */
#ifndef BASE_JSON_H
#define BASE_JSON_H

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
void json_real(struct json *json, double value);
void json_bool(struct json *json, bool value);
void json_null(struct json *json);

#endif
