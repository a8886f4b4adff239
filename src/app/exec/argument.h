/* What a service is told, where inputs decide it.
 *
 * The kernel is asked about numbers, but it does not tell all of them apart: identifiers that nobody has are refused
 * alike, and so are times beyond a counter's range; bits of masks that are no event's, and that nobody waits for, do
 * nothing. Numbers that it does not tell apart go one way, in which it is told one of them, always the same; each of
 * the others is a way of its own. */
#ifndef APP_EXEC_ARGUMENT_H
#define APP_EXEC_ARGUMENT_H

#include "app/exec/machine.h"
#include "osek/kernel.h"

/* Evaluates those of the call that the instruction makes. */
void arguments_take(struct machine *machine, const struct c_instruction *instruction, struct osek_call *call);

/* One of so many objects, or, whatever it is, `count`: none. */
uint64_t argument_object(struct machine *machine, const struct c_expression *value, uint64_t count);

#endif
