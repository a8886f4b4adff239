/* How large carrier sets are, and which constants are their elements, as far as the axioms say so (carriers.c); which
 * constants may be taken for elements as all of these are alike. */
#ifndef EVENTB_CARRIERS_H
#define EVENTB_CARRIERS_H

#include "eventb/bounds.h"

enum { EB_LARGEST_SET = 4096 };

/* While bounds are read. */
struct eb_reading {
    struct eb_limits *limits;
    struct arena *arena;
    const struct eb_development *development;
    struct eb_conditions axioms;
    VEC(const char *) labels; /* of the axioms */
    struct diagnostics *diagnostics;
    const char *origin; /* of the setting that is read */
    struct place place; /* likewise */
    bool of_map;        /* it is a map's */
    enum eb_width width;
};

/* A constant or a carrier set by itself: the number; -1 for anything else. */
int eb_constant_of(const struct eb_formula *formula);
int eb_carrier_of(const struct eb_formula *formula);
/* Do the axioms say that two constants differ? */
bool eb_are_different(const struct eb_reading *reading, unsigned a, unsigned b);
/* Constants that are elements of this set and all differ from each other, in order; how many they are. */
unsigned eb_different_elements(const struct eb_reading *reading, unsigned set, unsigned *found);

/* Before the settings; and after them, as they say how large other sets are. */
void eb_carriers_read(struct eb_reading *reading);
void eb_carriers_finish(struct eb_reading *reading, const struct eb_bounds *bounds);
/* At least so many elements do the axioms need in a carrier set; at most so many do they allow (0: any number)
 * (carrier_size.c). */
unsigned eb_least_elements(const struct eb_reading *reading, unsigned set);
unsigned eb_most_elements(const struct eb_reading *reading, unsigned set);

/* Elements of a carrier set that nothing names are alike: of constants that differ, the first may be taken for the
 * first element, the second for the second, and so on (interchange.c). Not where the settings speak of elements. */
void eb_carriers_interchange(struct eb_reading *reading, const struct eb_bounds *bounds);

/* What an element is called that nobody has named: S2, or S_2 where that means something else (bounds.c). */
const char *eb_default_name(const struct eb_reading *reading, const char *set, unsigned number);

#endif
