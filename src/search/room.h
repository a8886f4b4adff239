/* What a search leaves to the next one: an empty store whose memory is there already. For many small searches, one
 * after the other in one thread; a store that has grown large, or is shared by threads, is not kept. */
#ifndef SEARCH_ROOM_H
#define SEARCH_ROOM_H

#include "search/store.h"

struct search_room {
    struct store *store; /* what the last search left; NULL: nothing */
};

/* The store that was kept, if it will do, or a new one; NULL as store_new() says. `room` may be NULL in both. */
struct store *room_take_store(struct search_room *room, const struct store_options *options);
void room_leave_store(struct search_room *room, struct store *store);

#endif
