/* Threads that write to one cache line wait for each other, although they share nothing. What a thread writes all the
 * time is followed by this many unused bytes, so that nobody else's data is near. */
#ifndef SEARCH_CACHE_LINE_H
#define SEARCH_CACHE_LINE_H

enum { CACHE_LINE_ROOM = 128 };

#endif
