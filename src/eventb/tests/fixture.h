/* Files in a folder of their own, loaded; and what was said about them. */
#ifndef EVENTB_TESTS_FIXTURE_H
#define EVENTB_TESTS_FIXTURE_H

#include "eventb/component.h"

struct fixture {
    char folder[64];
    struct arena *arena;
    struct diagnostics diagnostics;
    struct eb_development *development;
    struct eb_components components;
};

struct fixture fixture_new(void);
void fixture_write(struct fixture *fixture, const char *name, const char *text);
/* Replaces what was loaded before. */
void fixture_load(struct fixture *fixture, const char *name, const char *component);
bool fixture_read(struct fixture *fixture, const char *name);
void fixture_free(struct fixture *fixture);

/* The first error as "line:column: message", or "". */
const char *fixture_error(struct fixture *fixture);
void assert_error(struct fixture *fixture, const char *expected);
/* Loads one text file and compares its first error. */
void assert_text_error(const char *text, const char *expected);
/* Reads one file of this name and text, and compares all its components, printed. */
void assert_file_prints(const char *name, const char *text, const char *expected);
const char *printed(const struct eb_formula *formula, bool ascii, struct arena *arena);
const char *printed_type(const struct eb_type *type, struct arena *arena);

#endif
