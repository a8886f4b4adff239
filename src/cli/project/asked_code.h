/* Code that a configuration may ask for: `TASK(t) {`, `ISR2(i) {`, `ALARMCALLBACK(c) {`, with blanks wherever they may
 * be. It is called "TASK(t)", "ISR(i)" and "ALARMCALLBACK(c)". */
#ifndef CLI_PROJECT_ASKED_CODE_H
#define CLI_PROJECT_ASKED_CODE_H

#include "cfront/text/name_set.h"

/* All that the text has. */
struct name_set asked_code_of(struct arena *arena, const char *text);

#endif
