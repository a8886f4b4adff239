/* The name of a type as it is written in a source, where libclang does not tell what it means: in `_Alignas(long)` and
 * in the associations of `_Generic`. */
#ifndef CFRONT_WRITTEN_TYPE_NAME_H
#define CFRONT_WRITTEN_TYPE_NAME_H

#include "cfront/load/front.h"

struct type_name {
    CXType type;    /* canonical, without qualifiers; of another unit, if it is a basic one */
    unsigned stars; /* a pointer to a pointer to ... it */
    bool is_const;  /* with these qualifiers of its own */
    bool is_volatile;
};

/* Words of basic types, names of typedefs and tags, and stars behind them. False: it is something else, or a name that
 * means several things in the cursor's unit. */
bool type_name_read(struct front *front, CXCursor where, const char *text, size_t length, struct type_name *name);
/* Is it this type, qualifiers and all? */
bool type_name_is(struct front *front, const struct type_name *name, CXType type);

#endif
