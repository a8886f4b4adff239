/* Steps and states of an application in words: what its transition system answers to ts->describe and ts->variables. */
#ifndef APP_DESCRIBE_H
#define APP_DESCRIBE_H

#include "app/exec/executor.h"

void describe_by(struct executor *executor);

#endif
