/* What the application prints: printf's formats, with values and strings of its memory. */
#ifndef APP_EXEC_MARK_H
#define APP_EXEC_MARK_H

#include "app/exec/evaluate.h"

/* Evaluates what the instruction (C_TRACE) prints; the text is added to `out` if that is not NULL. */
void mark_print(struct machine *machine, const struct c_instruction *instruction, struct text *out);
/* The same with values that are known: a number for each argument. */
void mark_print_values(const struct c_instruction *instruction, const int64_t *values, struct text *out);
/* Does it read strings, or its format, that the application may have made? Such a one may lack its end. */
bool mark_reads_strings(const struct c_instruction *instruction);

#endif
