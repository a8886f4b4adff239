/* What is known of the enumerations of one load: who gives them, and how code uses them. */
#ifndef CFRONT_OUTSIDE_ENUMERATIONS_H
#define CFRONT_OUTSIDE_ENUMERATIONS_H

#include "cfront/load/front.h"

struct enumerations {
    bool looked_for_flags;
    name_list sure_flags, asked_flags, asked_bits; /* enumerations, by their first enumerators (flag_use.h) */
    name_list enumerator_givers, flag_givers, likely_flag_givers; /* (enumeration.h) */
    name_list odd_givers, odd_enumerators;
    const char *counting_enumerator; /* of a type that they give: it says how many there are */
};

void enumerations_begin(struct front *front);
void enumerations_free(struct front *front);

#endif
