#include "ocl/suggest.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 40 };

/* Insertions, deletions and changes between two names; a change of case counts as nothing. */
static size_t edit_distance(const char *a, const char *b) {
    size_t row[LONGEST + 1], width = strlen(b);
    for (size_t j = 0; j <= width; j++) row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= width; j++) {
            size_t best = diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[j - 1]));
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            diagonal = row[j];
            row[j] = best;
        }
    }
    return row[width];
}

void ocl_suggest(struct ocl_suggestion *suggestion, const char *candidate) {
    size_t length = strlen(suggestion->wanted);
    if (length > LONGEST || strlen(candidate) > LONGEST) return;
    size_t distance = edit_distance(suggestion->wanted, candidate);
    if (distance > (length < 3 ? 1 : length < 6 ? 2 : 3) || distance >= length) return;
    if (suggestion->best && suggestion->distance <= distance) return;
    suggestion->best = candidate;
    suggestion->distance = distance;
}

const char *ocl_suggestion_text(const struct ocl_suggestion *suggestion, char room[128]) {
    if (!suggestion->best) return "";
    snprintf(room, 128, "; did you mean '%s'?", suggestion->best);
    return room;
}
