/* The name that was probably meant. */
#ifndef OIL_NEAREST_H
#define OIL_NEAREST_H

/* Offer candidates one by one; `found` is the nearest of those near enough, or NULL. */
struct nearest {
    const char *word;
    const char *found;
    unsigned distance;
};

void nearest_begin(struct nearest *nearest, const char *word);
void nearest_offer(struct nearest *nearest, const char *candidate);

#endif
