/* A growing array: `VEC(int) numbers = {0}; vec_push(&numbers, 3); numbers.items[0]; vec_free(&numbers);` */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define VEC(type)                                                                                                      \
    struct {                                                                                                           \
        type *items;                                                                                                   \
        size_t count;                                                                                                  \
        size_t capacity;                                                                                               \
    }

#define vec_reserve(vec, wanted)                                                                                       \
    do {                                                                                                               \
        if ((vec)->capacity < (size_t)(wanted)) {                                                                      \
            size_t vec_capacity_ = (vec)->capacity ? (vec)->capacity * 2 : 8;                                          \
            if (vec_capacity_ < (size_t)(wanted)) vec_capacity_ = (size_t)(wanted);                                    \
            (vec)->items = memory_resize((vec)->items, vec_capacity_ * sizeof *(vec)->items);                          \
            (vec)->capacity = vec_capacity_;                                                                           \
        }                                                                                                              \
    } while (0)

#define vec_push(vec, ...)                                                                                             \
    do {                                                                                                               \
        vec_reserve((vec), (vec)->count + 1);                                                                          \
        (vec)->items[(vec)->count++] = __VA_ARGS__;                                                                    \
    } while (0)

#define vec_pop(vec)           ((vec)->items[--(vec)->count])
#define vec_last(vec)          ((vec)->items[(vec)->count - 1])
#define vec_clear(vec)         ((vec)->count = 0)
#define vec_remove(vec, index) /* the others stay in their order */                                                    \
    memmove(&(vec)->items[index], &(vec)->items[(index) + 1], (--(vec)->count - (index)) * sizeof *(vec)->items)
#define vec_free(vec)                                                                                                  \
    do {                                                                                                               \
        free((vec)->items);                                                                                            \
        (vec)->items = NULL;                                                                                           \
        (vec)->count = (vec)->capacity = 0;                                                                            \
    } while (0)

#endif
