/* What code makes of numbers and texts that stand for those of a missing header (guessed_numbers.h): it is a guess. */
#ifndef CFRONT_PROGRAM_GUESS_H
#define CFRONT_PROGRAM_GUESS_H

#include "cfront/program/build.h"

/* The constant, which is what the compiler made of `of`: marked where such a number is in it. */
expression guess_mark(struct front *front, CXCursor of, expression constant);
bool guess_is_enumerator(struct front *front, CXCursor declaration); /* one whose value has such a number in it */
/* Is it a literal that has a text of a missing header in it? */
bool guess_has_text(struct front *front, const unsigned char *bytes, size_t size);
/* Code without a body gets this argument: if it is a literal, nobody here reads it. */
void guess_gives_away(struct front *front, CXCursor argument);
/* ... is it one of these? */
bool guess_is_given_away(struct front *front, CXCursor literal);
/* A format in which such a text is says what is read and written. */
void guess_formats(struct front *front, const char *format, struct place place);
/* What the compiler made of `by` says how wide a bit-field is, or where values go. */
void guess_lays_out(struct front *front, CXCursor by);
/* A condition that is known when the code is made. */
void guess_decides(struct front *front, expression condition);

#endif
