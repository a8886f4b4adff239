/* The name that was probably meant: "did you mean ...?"
 *
 * A name is near if few letters must change, compared with its length. Case counts for nothing, two neighbours that
 * changed places count as one change, and nothing is near that shares no letter with the word. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

/* Offer candidates one by one; `found` is the nearest of those near enough, the first of equals, or NULL. */
struct nearest {
    const char *word;
    const char *found;
    unsigned distance; /* how many letters must change */
};

void nearest_begin(struct nearest *nearest, const char *word);
void nearest_offer(struct nearest *nearest, const char *candidate);

enum { NEAREST_ROOM = 96 };
/* "; did you mean 'X'?" with this quote on both sides, or "". The text is in `room`. */
const char *nearest_hint(const struct nearest *nearest, char quote, char room[NEAREST_ROOM]);

#endif
