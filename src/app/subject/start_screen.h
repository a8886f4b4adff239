/* nxtOSEK's main() calls ecrobot_device_initialize() in each round of its start screen (library.c), until a button is
 * pressed. How many rounds need to be tried follows from what that function does. */
#ifndef APP_SUBJECT_START_SCREEN_H
#define APP_SUBJECT_START_SCREEN_H

#include "cfront/ir/ir.h"

bool start_screen_is(const struct c_function *function);
const struct c_function *start_screen_calls(const struct c_function *screen); /* in each round */

/* Where every round does the same as the one before, whatever that was, one stands for all. */
void start_screen_prepare(const struct c_program *program, struct c_function *screen);

/* What is assumed of it and the rounds, as half a sentence; NULL: nothing. */
const char *start_screen_assumption(const struct c_program *program, const struct c_function *screen);

#endif
