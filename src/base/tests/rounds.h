/* How often random tests are repeated: all rounds in a plain build, a quarter with sanitizers, which are as much
 * slower. The seeds are the same, so what the sanitizers see is a part of what the plain build does. */
#ifndef BASE_TESTS_ROUNDS_H
#define BASE_TESTS_ROUNDS_H

#ifdef RTCHECK_CHECKED
#define ROUNDS(count) (((count) + 3) / 4)
#else
#define ROUNDS(count) (count)
#endif

#endif
