/* A program that runs test cases on this machine: the application as its compiler translates it, rtcheck's kernel, and
 * what comes from outside as the test says. Its exit status is 0 if every test went as it should. */
#ifndef APP_CASES_DRIVER_H
#define APP_CASES_DRIVER_H

#include "app/cases/cover.h"

struct driver_file {
    const char *name; /* with folders: "osek/kernel.h" */
    const char *text;
};
/* The files that are always the same: what runs the tests, and the kernel. Ends with a NULL name. */
extern const struct driver_file driver_files[];

/* Why there can be no such program for this application; NULL: there can. */
const char *driver_refusal(const struct app *app, struct arena *arena);
/* The file of the tests and of the configuration. */
void driver_write(const struct app *app, const struct cover *cover, struct text *out);
/* The header os.h, and the one of the configuration's names that it includes. */
void driver_headers(const struct app *app, struct text *os, struct text *rtcheck, struct text *names);
/* The header assert.h: what is not asserted in the tests is not asserted in the program. */
void driver_assert(const struct app *app, struct text *out);

#endif
