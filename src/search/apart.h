/* Threads that write to one cache line wait for each other, although they share nothing. What a thread writes all the
 * time is followed by this many unused bytes, so that nobody else's data is near. */
#ifndef SEARCH_APART_H
#define SEARCH_APART_H

enum { APART = 128 };

#endif
