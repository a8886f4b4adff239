/* Places in texts that say something of the declaration at file scope that they belong to, and whose these are. */
#ifndef CFRONT_WRITTEN_MARKS_H
#define CFRONT_WRITTEN_MARKS_H

#include "cfront/load/front.h"

/* From where it begins or its macro is used, in the text of its file; and where its name is. */
struct declaration {
    CXCursor cursor;
    CXFile file;
    unsigned begin, end, name;
};

void marks_note(struct front *front, mark_list *marks, CXSourceLocation where);
/* Asks, for each unit and mark, who among the declarations of its file it belongs to; these are in their order. */
void marks_find(struct front *front, mark_list *marks,
                void (*find)(struct front *front, const struct declaration *list, size_t count, struct mark *mark));

#endif
