/* Functions that nothing declares, and that call no services all the same: their names say so. */
#ifndef CFRONT_TEXT_HARMLESS_NAMES_H
#define CFRONT_TEXT_HARMLESS_NAMES_H

#include <stdbool.h>

/* C's library, and POSIX's: `usleep`, `fprintf`. Not those that run handlers (`raise`), nor those whose names are words
 * that others use, too (`wait`, `signal`, `send`). */
bool harmless_names_has_library(const char *name);

/* Something for people, or a wire: `EE_led_set`, `lcd_print`. It is up to the caller whether the name says more. */
bool harmless_names_has_device(const char *name);

#endif
