/* A design in C, for `rtcheck conform --design FILE.c` (or a shared object made of it).
 *
 * The design's whole state is one block of memory without pointers; nothing else may outlive a call. It exports one
 * object, `rtcheck_design`, which names its calls and the variables in its state:
 *
 *     struct kernel { uint8_t turn; struct { uint8_t state, priority; } task[9]; };
 *
 *     static unsigned activate(void *state, const int32_t *arguments, unsigned choice) {
 *         struct kernel *kernel = state;
 *         kernel->task[arguments[0]].state = 1;
 *         return 1;
 *     }
 *
 *     static const struct rtcheck_call calls[] = {{"ActivateTask", 1, activate}, {0}};
 *     static const struct rtcheck_variable variables[] = {
 *         RTCHECK_VARIABLE(struct kernel, turn), RTCHECK_ARRAY(struct kernel, task, state), {0}};
 *     const struct rtcheck_design rtcheck_design = {RTCHECK_DESIGN_VERSION, sizeof(struct kernel), 0, calls,
 * variables};
 */
#ifndef RTCHECK_DESIGN_H
#define RTCHECK_DESIGN_H

#include <stddef.h>
#include <stdint.h>

#define RTCHECK_DESIGN_VERSION 1

/* Changes the state. Returns how many ways there are to go on: 1 where there is no choice, 0 if the call is refused
 * (the state then does not matter), more if the design may choose. It is called with choice 0 first, and then, if there
 * are more, with 1, 2, ... on fresh copies of the state before. */
struct rtcheck_call {
    const char *name;
    unsigned parameters;
    unsigned (*call)(void *state, const int32_t *arguments, unsigned choice);
};

enum { RTCHECK_DIMENSIONS = 4 };

/* An integer in the state. Its name has "[]" for each dimension: "turn", "task[].state", "queue[][]". */
struct rtcheck_variable {
    const char *name;
    size_t offset; /* of the first one */
    unsigned size; /* of each: 1, 2, 4 or 8 bytes */
    int is_signed;
    struct {
        unsigned length;
        size_t stride; /* bytes from one to the next */
    } dimensions[RTCHECK_DIMENSIONS];
};

struct rtcheck_design {
    unsigned version; /* RTCHECK_DESIGN_VERSION */
    size_t state_size;
    void (*init)(void *state);                /* makes the first state of a zeroed block; NULL: zeroes are fine */
    const struct rtcheck_call *calls;         /* ends with one without a name */
    const struct rtcheck_variable *variables; /* likewise */
};

extern const struct rtcheck_design rtcheck_design;

#define RTCHECK_OF_(type, field)   (((type *)0)->field)
#define RTCHECK_SIGN_(type, field) ((__typeof__(RTCHECK_OF_(type, field)))-1 < 1)

/* A field of the state. */
#define RTCHECK_VARIABLE(type, field)                                                                                  \
    {                                                                                                                  \
#field, offsetof(type, field), sizeof RTCHECK_OF_(type, field), RTCHECK_SIGN_(type, field), {                  \
            { 0, 0 }                                                                                                   \
        }                                                                                                              \
    }

/* A field that is an array of integers: "name[]". */
#define RTCHECK_INTEGERS(type, array)                                                                                  \
    {                                                                                                                  \
#array "[]", offsetof(type, array), sizeof RTCHECK_OF_(type, array)[0], RTCHECK_SIGN_(type, array[0]), {       \
            {                                                                                                          \
                sizeof RTCHECK_OF_(type, array) / sizeof RTCHECK_OF_(type, array)[0],                                  \
                    sizeof RTCHECK_OF_(type, array)[0]                                                                 \
            }                                                                                                          \
        }                                                                                                              \
    }

/* A member of a field that is an array of structures: "array[].member". */
#define RTCHECK_ARRAY(type, array, member)                                                                             \
    {                                                                                                                  \
#array "[]." #member, offsetof(type, array[0].member),                                                         \
            sizeof RTCHECK_OF_(type, array)[0].member, RTCHECK_SIGN_(type, array[0].member), {                         \
            {                                                                                                          \
                sizeof RTCHECK_OF_(type, array) / sizeof RTCHECK_OF_(type, array)[0],                                  \
                    sizeof RTCHECK_OF_(type, array)[0]                                                                 \
            }                                                                                                          \
        }                                                                                                              \
    }

#endif
