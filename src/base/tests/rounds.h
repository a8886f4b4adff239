/* How often random tests are repeated: all rounds in a plain build, a quarter with sanitizers, which are as much
 * slower. The seeds are the same, so what the sanitizers see is a part of what the plain build does. Likewise WHOLE:
 * what is about sheer size is left to the plain build. Tests that include this run in both (tools/suite.py). */
#ifndef BASE_TESTS_ROUNDS_H
#define BASE_TESTS_ROUNDS_H

#ifdef RTCHECK_CHECKED
#define ROUNDS(count) (((count) + 3) / 4)
#define WHOLE         0
#else
#define ROUNDS(count) (count)
#define WHOLE         1
#endif

#endif
