#include "ocl/memo.h"

#include "ocl/node.h"

static bool is_usable(const struct ocl_schema *schema, const struct ocl_function *function) {
    if (!function->body || !function->body->root || function->parameters.count > 1) return false;
    return !ocl_depends_on(schema, function->body->root).references;
}

struct ocl_memo *ocl_memo_new(const struct ocl_schema *schema) {
    struct ocl_memo *memo = memory_new(sizeof *memo);
    size_t count = schema->functions.count;
    memo->now = 1;
    memo->usable = memory_new(count + 1);
    memo->times = memory_new((count + 1) * OCL_MEMO_ARGUMENTS * sizeof *memo->times);
    memo->values = memory_new((count + 1) * OCL_MEMO_ARGUMENTS * sizeof *memo->values);
    for (size_t i = 0; i < count; i++) memo->usable[i] = is_usable(schema, &schema->functions.items[i]);
    return memo;
}

void ocl_memo_free(struct ocl_memo *memo) {
    if (!memo) return;
    free(memo->usable);
    free(memo->times);
    free(memo->values);
    free(memo);
}
