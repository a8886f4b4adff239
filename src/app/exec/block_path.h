/* Parts of the blocks of malloc() by name: "heap_64[2].next", "heap_16[0][3]". Of what a block is, its own type says
 * nothing; who last wrote a structure through a pointer into it does. */
#ifndef APP_EXEC_BLOCK_PATH_H
#define APP_EXEC_BLOCK_PATH_H

#include "base/text.h"
#include "base/vec.h"
#include "cfront/ir/ir.h"

struct block_view {
    const struct c_object *heap;
    uint32_t block;
    const struct c_type *record; /* NULL: nobody has written one since the block was taken */
};

struct block_views {
    VEC(struct block_view) list; /* each block at most once */
};

/* A write goes through `target` (NULL: nobody knows) to this offset of a heap. */
void block_views_write(struct block_views *views, const struct c_object *heap, uint32_t offset,
                       const struct c_expression *target);
/* The block at the offset is taken, or given back. */
void block_views_forget(struct block_views *views, const struct c_object *heap, uint32_t offset);
void block_views_free(struct block_views *views);

void block_path_print(const struct block_views *views, const struct c_object *heap, uint32_t offset,
                      const struct c_type *type, const struct c_field *bits, struct text *out);

#endif
