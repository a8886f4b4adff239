/* Names that compilers define, and that conditions of the preprocessor ask for (`#if defined(__clang__)`,
 * `#ifdef __linux__`): the answer is that of clang, for its machine, and the build's compiler may say something else.
 * That is told, unless the options say what the names are. */
#ifndef CFRONT_SOURCE_COMPILER_NAMES_H
#define CFRONT_SOURCE_COMPILER_NAMES_H

#include "cfront/load/front.h"

/* A source, or a header beside one: others are a vendor's. */
bool compiler_names_is_own(const struct front *front, const char *file);
/* Options of a source: the user's, and those of the build, where a compile_commands.json says them. */
void compiler_names_note_said(struct front *front, const char *const *arguments, size_t count);
/* Do the options of a source define it, or say that nothing does? */
bool compiler_names_is_said(const struct front *front, const char *name);

/* Is it one of theirs, by its name? Projects have names with an underscore in front, too. */
bool compiler_names_are_compilers(const char *name);

/* What conditions of a file of the user's ask for, where that decides something: names, and words that are compared. */
void compiler_names_note(struct front *front, const name_list *asked, const name_list *compared);
void compiler_names_tell(struct front *front);

#endif
