/* C text to code in this process's memory, by libtcc: at once, not optimised. */
#ifndef JIT_TCC_H
#define JIT_TCC_H

#include "base/text.h"

#include <stdbool.h>

struct tcc_code;

/* NULL, with the reason added to `messages`, where libtcc is missing or refuses the text. */
struct tcc_code *tcc_code_new(const char *source, const char *entry, bool with_headers, struct text *messages);
void tcc_code_free(struct tcc_code *code); /* NULL is allowed */
void *tcc_code_entry(const struct tcc_code *code);

#endif
