/* A schema and a world for tests:
 * Task { attr pr: 1..4; attr on: Boolean; assoc res: Resource[0..2]; var dpr: Integer; var next: Task;
 *        var friends: Set(Task); states Sus, Rdy, Run }, 3 objects
 * Resource { attr pr: 1..4 }, 2 objects */
#ifndef OCL_TESTS_FIXTURE_H
#define OCL_TESTS_FIXTURE_H

#include "ocl/ocl.h"

enum { TASKS = 3, RESOURCES = 2, TASK_MEMBERS = 6, PR = 0, ON, RES, DPR, NEXT, FRIENDS };

struct fixture {
    struct ocl_schema schema;
    struct ocl_world world;
    unsigned sizes[2];
    int64_t tasks[TASKS * TASK_MEMBERS], resources[RESOURCES];
    unsigned char states[TASKS], resource_states[RESOURCES];
    const int64_t *values[2];
    const unsigned char *state_rows[2];
    unsigned char known_tasks[TASKS * TASK_MEMBERS], known_resources[RESOURCES];
    const unsigned char *known[2];
    struct diagnostics diagnostics;
};

/* tasks: pr 1 2 3, on 0 1 1, res {} {R1} {R1,R2}, dpr 5 2 9, next T2 T3 null, friends {T2,T3} {} {T1};
 * states Run Rdy Sus; resources: pr 3 4. All known. Constants K = 7. */
struct fixture *fixture_new(void);
void fixture_free(struct fixture *fixture);

/* With self a Task; everything allowed. */
struct ocl_expression *fixture_parse(struct fixture *fixture, const char *text);
/* Defines f(parameters) = body; the parameters are Tasks named a, b, ... */
void fixture_define(struct fixture *fixture, const char *name, unsigned parameters, struct ocl_type result,
                    const char *body);

#endif
