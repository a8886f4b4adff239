#include "ocl/node.h"

int ocl_evaluate_partly(const struct ocl_expression *expression, const struct ocl_world *world,
                        const unsigned char *const *known, unsigned self, const int64_t *arguments) {
    (void)expression, (void)world, (void)known, (void)self, (void)arguments;
    return -1;
}
