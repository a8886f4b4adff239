#include "base/nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 63 };

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

/* Edit distance without regard to case; an exchange of two neighbours counts one. */
static unsigned distance_between(const char *a, const char *b) {
    size_t a_length = strlen(a), b_length = strlen(b);
    unsigned rows[3][LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++) rows[0][j] = (unsigned)j;
    for (size_t i = 1; i <= a_length; i++) {
        unsigned *row = rows[i % 3], *above = rows[(i + 2) % 3], *top = rows[(i + 1) % 3];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= b_length; j++) {
            int x = tolower((unsigned char)a[i - 1]), y = tolower((unsigned char)b[j - 1]);
            row[j] = smaller(above[j - 1] + (x != y), smaller(row[j - 1], above[j]) + 1);
            bool swapped =
                i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) && y == tolower((unsigned char)a[i - 2]);
            if (swapped) row[j] = smaller(row[j], top[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

void nearest_begin(struct nearest *nearest, const char *word) {
    size_t length = strlen(word);
    *nearest = (struct nearest){.word = word, .distance = length < 3 ? 1 : length < 6 ? 2 : 3};
    nearest->distance++; /* one more than what is near enough */
}

void nearest_offer(struct nearest *nearest, const char *candidate) {
    size_t length = strlen(candidate), word_length = strlen(nearest->word);
    if (length > LONGEST || word_length > LONGEST || length == 0) return;
    unsigned distance = distance_between(nearest->word, candidate);
    if (distance >= nearest->distance || distance >= word_length) return;
    nearest->distance = distance;
    nearest->found = candidate;
}

const char *nearest_hint(const struct nearest *nearest, char quote, char room[NEAREST_ROOM]) {
    if (!nearest->found) return "";
    snprintf(room, NEAREST_ROOM, "; did you mean %c%s%c?", quote, nearest->found, quote);
    return room;
}
