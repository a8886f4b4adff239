#include "search/room.h"

#include "search/search.h"

struct search_room *search_room_new(void) {
    return memory_new(sizeof(struct search_room));
}

void search_room_free(struct search_room *room) {
    if (!room) return;
    store_free(room->store);
    free(room);
}

struct store *room_take_store(struct search_room *room, const struct store_options *options) {
    struct store *kept = room ? room->store : NULL;
    if (!kept) return store_new(options);
    room->store = NULL;
    if (store_reuse(kept, options)) return kept;
    store_free(kept);
    return store_new(options);
}

void room_leave_store(struct search_room *room, struct store *store) {
    if (room && !room->store)
        room->store = store;
    else
        store_free(store);
}
