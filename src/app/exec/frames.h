/* The calls of the context under way: room for one more, and the new one on top. */
#ifndef APP_EXEC_FRAMES_H
#define APP_EXEC_FRAMES_H

#include "app/exec/machine.h"

bool frames_have_room(const struct machine *machine, const struct c_function *function);
/* Room for the locals of a call that is to come: zeros, without values. A fault if there is none. */
unsigned char *frames_room(struct machine *machine, const struct c_function *function);
/* Where what lies beside them begins (unset.h, origin.h). */
uint32_t frames_beside(const struct machine *machine);
/* The call, whose locals have their room. */
void frames_push(struct machine *machine, const struct c_function *function);

#endif
