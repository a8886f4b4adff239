/* Faults by number: those of steps are numbers, and what a number means stays the same. Equal faults have equal
 * numbers, so that a step that is made again is the same step. */
#ifndef APP_EXEC_FAULT_H
#define APP_EXEC_FAULT_H

#include "ts/ts.h"

struct faults;
struct faults *faults_new(void);
void faults_free(struct faults *faults);
/* Never 0. From any thread. */
uint32_t faults_number(struct faults *faults, const char *kind, const char *message, struct place place);
/* NULL: there is none of that number. */
const struct ts_fault *faults_get(struct faults *faults, uint32_t number);

#endif
