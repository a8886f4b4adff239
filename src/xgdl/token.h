/* The words of xGDL's text. */
#ifndef XGDL_TOKEN_H
#define XGDL_TOKEN_H

#include "base/arena.h"
#include "base/diag.h"

enum xgdl_token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_TEXT, /* in quotes: `name` is what is between them */
    TOKEN_NUMBER,
    TOKEN_SIGN, /* `name` is the sign: ";", "|", "||", "[]", "[", "{" ... */
    TOKEN_BAD   /* it was complained about */
};

struct xgdl_token {
    enum xgdl_token_kind kind;
    const char *name; /* in the scanner's arena */
    uint32_t number;  /* TOKEN_NUMBER */
    struct place place;
};

struct xgdl_scanner {
    const char *at, *end, *line_start;
    struct place place;
    struct arena *arena;
    struct diagnostics *diagnostics;
};

struct xgdl_token xgdl_scan(struct xgdl_scanner *scanner);
bool xgdl_is_name(const char *name); /* could it be written without quotes? */

#endif
