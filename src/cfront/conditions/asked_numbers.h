/* Numbers that conditions of the preprocessor ask for (`#if CFG_N > 2`) and nothing defines: they are 0 there, but a
 * missing header may say otherwise. */
#ifndef CFRONT_CONDITIONS_ASKED_NUMBERS_H
#define CFRONT_CONDITIONS_ASKED_NUMBERS_H

#include "cfront/load/front.h"

/* A line of the application's own, without comments. */
void asked_numbers_read(struct front *front, const char *line, size_t length);
/* Adds the words of conditions in which one of the names stands: `CFG_A && CFG_B` does not ask for the second one as
 * long as the first is 0. */
void asked_numbers_beside(struct front *front, const char *const *names, size_t count, name_list *words);
/* What such names may be, as definitions for the compiler (`CFG_N=3`): 1, and the numbers in conditions with them, and
 * their neighbours. Of each name the largest comes last. */
void asked_numbers_hand_out(struct front *front, const char *const *names, size_t count);

#endif
