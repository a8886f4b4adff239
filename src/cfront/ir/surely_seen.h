/* Statuses at which every run looks.
 *
 * From the service on, whichever way control goes, a decision comes that certainly reads the status: it lies in one
 * variable that only names lead to, or in one that was computed from it, until then. Whatever is more than that
 * (memory, other functions, what && or || may pass by, an end of the task) is not certain, though a run may well look.
 */
#ifndef CFRONT_IR_SURELY_SEEN_H
#define CFRONT_IR_SURELY_SEEN_H

#include "cfront/ir/ir.h"

/* Marks services whose status is (is_surely_seen). Behind ignored_mark(). Returns where one is not that code may look
 * at; no file: nowhere. */
struct place surely_seen_mark(const struct c_program *program);

#endif
