/* Types of C as text that another source, or a header of ours, can have: names stand for what is behind them, up to
 * types of missing headers. */
#ifndef CFRONT_SOURCE_TYPE_TEXT_H
#define CFRONT_SOURCE_TYPE_TEXT_H

#include "cfront/load/front.h"

struct type_text {
    struct front *front;
    void *context;
    /* The type of a missing header that this is, which goes by its name; NULL: it is none. */
    const struct invention *(*missing)(void *context, CXType type);
    /* False: the text cannot say what it is. */
    bool (*write_missing)(void *context, const struct invention *missing, CXType type, struct text *out);
    bool (*write_record)(void *context, CXType type, bool may_be_open, struct text *out);
    bool may_be_open; /* what is being written need not be whole: pointers lead to it, or it is all there is */
};

/* False: it cannot be said. */
bool type_text_write(struct type_text *writer, CXType type, struct text *out);
/* ... of what is a part of another. */
bool type_text_part(struct type_text *writer, CXType type, bool may_be_open, struct text *out);
/* ... of a function, without the name: RESULT (PARAMETERS). */
bool type_text_function(struct type_text *writer, CXType type, struct text *out);

/* What names stand for, up to a type of a missing header; `out`, unless it is NULL, gets what they say before it. */
CXType type_text_behind_names(const struct type_text *writer, CXType type, struct text *out);
/* One step from a name of a type to what it stands for; the type itself: it is no name. */
CXType type_text_behind_name(const struct front *front, CXType type);

#endif
