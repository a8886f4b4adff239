/* The headers that rtcheck gives to applications: os.h and the few of the C library that they need. None of them is a
 * file: the compiler gets them from memory, under one folder that does not exist. */
#ifndef CFRONT_LIBRARY_HEADERS_H
#define CFRONT_LIBRARY_HEADERS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "cfront/library/names.h"

#include <string.h>

#define HEADERS_FOLDER "/rtcheck-headers"
/* Searched last: a vendor's own headers win. */
#define HEADERS_VENDORS HEADERS_FOLDER "/vendors"

/* Is it ours? */
static inline bool headers_hold(struct place place) {
    return place.file && !strncmp(place.file, HEADERS_FOLDER, sizeof HEADERS_FOLDER - 1);
}

struct header {
    const char *name; /* "assert.h" */
    const char *text;
};

/* Headers whose text is always the same, os.h among them; ends with a NULL name. */
extern const struct header headers_fixed[];
/* Is it a service, a type or a macro of os.h? */
bool headers_declare(const char *name);
/* Is it a function or a macro of math.h? */
bool headers_math_declares(const char *name);
/* Other names under which projects include os.h; NULL-terminated. */
extern const char *const headers_aliases[];
/* Is it another name of os.h that a kernel has, whose own brings more than that? */
bool headers_stands_for_vendor(const char *name);
/* Vendors' headers that bring os.h and more, which is left out: where the user has none of that name. Ends with a NULL
 * name. */
extern const struct header headers_vendors[];
#define HEADERS_ERIKA "ee.h" /* its kernel's */
/* Headers of the C library; ends with a NULL name. */
extern const struct header headers_library_files[];
/* C bodies of library functions that have none in the application. */
extern const char headers_library[], headers_library_math[], headers_library_real[], headers_library_variadic[],
    headers_library_format[], headers_library_stdio[], headers_library_more[], headers_library_scan[];
static inline const char *headers_all_bodies(struct arena *arena) {
    return arena_printf(arena, "%s\f%s\f%s\f%s\f%s\f%s\f%s\f%s", headers_library, headers_library_math,
                        headers_library_real, headers_library_variadic, headers_library_format, headers_library_stdio,
                        headers_library_more, headers_library_scan);
}
extern const char headers_math[], headers_tgmath[], headers_wchar[], headers_wctype[], headers_uchar[], headers_fenv[],
    headers_complex[], headers_threads[], headers_locale[], headers_inttypes[];
/* C that tells of the machine: its order of bytes, its pointers, its int. */
extern const char headers_machine[];

/* What the name of an interrupt routine is in C: its number; or its function, which the sources declare, or which a
 * table of vectors has without that. */
enum headers_isr { HEADERS_ISR_NUMBER, HEADERS_ISR_DECLARED, HEADERS_ISR_IN_TABLE };

/* The header of the configuration's names, which os.h includes (`isrs`: by number; NULL: each is its number). */
#define HEADERS_NAMES "rtcheck_names.h"
void headers_print_names(const struct cfront_names *names, const enum headers_isr *isrs, struct text *out);
/* What the configuration calls like this, "EVENT"; NULL: nothing. */
const char *headers_object_named(const struct cfront_names *names, const char *name);

/* A word of AUTOSAR's compiler abstraction that takes a type: `FUNC`, `P2VAR` ... */
bool headers_has_abstraction(const char *name, size_t length);

/* How TASK(x) and its kin name functions in C. */
#define HEADERS_TASK     "rtcheck_task_"
#define HEADERS_ISR      "rtcheck_isr_"
#define HEADERS_CALLBACK "rtcheck_callback_"

/* nxtOSEK has a main() of its own, which calls this one of the application before StartOS. */
#define HEADERS_NXT_MAIN "ecrobot_device_initialize"
/* ... from this function of our library (library.c), again and again. */
#define HEADERS_NXT_SCREEN "rtcheck_start_screen"
/* ... and this one last of all, where a button switches the robot off. */
#define HEADERS_NXT_END "ecrobot_device_terminate"
/* Its timer calls this one every millisecond, in an interrupt of category 2. */
#define HEADERS_NXT_TIMER "user_1ms_isr_type2"

#endif
