/* Parts of objects by name: "buffer.slots[3].id". */
#ifndef APP_EXEC_PATH_H
#define APP_EXEC_PATH_H

#include "app/subject/subject.h"
#include "base/text.h"

/* The part that lies at `offset` and has the type (or begins there and is as large). */
void path_print(const struct c_object *object, uint32_t offset, const struct c_type *type, const struct c_field *bits,
                struct text *out);

/* The same behind a name that was printed: ".slots[3].id", in something of type `from`. */
void path_print_part(const struct c_type *from, uint32_t offset, const struct c_type *type, const struct c_field *bits,
                     struct text *out);
/* Is there something of the type at the offset? */
bool path_leads_to(const struct c_type *from, uint32_t offset, const struct c_type *type);

/* All parts that have no parts themselves, in order; arrays of more than `most` elements only up to there. */
typedef void (*path_visit)(void *context, const char *path, const struct c_type *type, const struct c_field *bits,
                           const unsigned char *bytes);
void path_visit_leaves(const char *name, const struct c_type *type, const unsigned char *bytes, uint32_t most,
                       path_visit visit, void *context);

/* A value in words; of a bit-field, too. */
void path_print_value(const struct c_type *type, const struct c_field *bits, const unsigned char *bytes,
                      struct text *out);

#endif
