/* An arena owns many small blocks that die together.
 * Invariant: every block is zeroed when handed out, aligned to 16 bytes, and valid until arena_free(). */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *arena); /* NULL is allowed */
__attribute__((returns_nonnull)) void *arena_alloc(struct arena *arena, size_t size);
__attribute__((returns_nonnull)) char *arena_text(struct arena *arena, const char *text); /* copy of a string    */
__attribute__((returns_nonnull)) char *arena_text_n(struct arena *arena, const char *text,
                                                    size_t length); /* copy of its prefix  */
char *arena_printf(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "`a`, `b` and 3 more": `most` of them by name. */
char *arena_some_names(struct arena *arena, const char *const *names, size_t count, size_t most);

#define arena_new_object(arena, type)       ((type *)arena_alloc((arena), sizeof(type)))
#define arena_new_array(arena, type, count) ((type *)arena_alloc((arena), sizeof(type) * (count)))

#endif
