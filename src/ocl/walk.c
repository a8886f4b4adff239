/* Walks over typed expressions: what they use, and whether functions call themselves. */
#include "ocl/check.h"

#include <string.h>

void ocl_walk(const struct ocl_node *node, void (*visit)(void *context, const struct ocl_node *node), void *context) {
    if (!node) return;
    visit(context, node);
    ocl_walk(node->first, visit, context);
    ocl_walk(node->second, visit, context);
    ocl_walk(node->third, visit, context);
    for (unsigned i = 0; i < node->count; i++) ocl_walk(node->arguments[i], visit, context);
}

unsigned ocl_node_depth(const struct ocl_node *node) {
    if (!node) return 0;
    unsigned deepest = ocl_node_depth(node->first), depth;
    if ((depth = ocl_node_depth(node->second)) > deepest) deepest = depth;
    if ((depth = ocl_node_depth(node->third)) > deepest) deepest = depth;
    for (unsigned i = 0; i < node->count; i++) {
        if ((depth = ocl_node_depth(node->arguments[i])) > deepest) deepest = depth;
    }
    return deepest + 1;
}

/* ---- everything that can be reached, functions' bodies included, each once ---- */

struct reach {
    const struct ocl_schema *schema;
    unsigned char *seen; /* functions */
    VEC(unsigned) waiting;
    void (*visit)(void *context, const struct ocl_node *node);
    void *context;
};

static void reach_node(void *context, const struct ocl_node *node) {
    struct reach *reach = context;
    reach->visit(reach->context, node);
    if (node->op != OCL_OP_CALL || reach->seen[node->member]) return;
    reach->seen[node->member] = 1;
    vec_push(&reach->waiting, node->member);
}

static void walk_all(const struct ocl_schema *schema, const struct ocl_node *root,
                     void (*visit)(void *context, const struct ocl_node *node), void *context) {
    struct reach reach = {.schema = schema, .visit = visit, .context = context};
    reach.seen = memory_new(schema->functions.count + 1);
    ocl_walk(root, reach_node, &reach);
    while (reach.waiting.count) {
        const struct ocl_expression *body = schema->functions.items[vec_pop(&reach.waiting)].body;
        if (body) ocl_walk(body->root, reach_node, &reach);
    }
    vec_free(&reach.waiting);
    free(reach.seen);
}

struct dependence_walk {
    const struct ocl_schema *schema;
    struct ocl_dependence found;
};

static void note_dependence(void *context, const struct ocl_node *node) {
    struct dependence_walk *walk = context;
    if (node->type.kind == OCL_OBJECT || node->type.kind == OCL_SET) walk->found.objects = true;
    if (node->op == OCL_OP_STATE) walk->found.states = true;
    if (node->op == OCL_OP_REFERENCE) walk->found.references = true;
    if (node->op == OCL_OP_MEMBER &&
        walk->schema->classes.items[node->class_index].members.items[node->member].kind == OCL_VARIABLE)
        walk->found.variables = true;
}

struct ocl_dependence ocl_depends_on(const struct ocl_schema *schema, const struct ocl_node *node) {
    struct dependence_walk walk = {.schema = schema};
    walk_all(schema, node, note_dependence, &walk);
    return walk.found;
}

struct member_walk {
    void (*visit)(void *context, unsigned class_index, unsigned member);
    void *context;
};

static void note_member(void *context, const struct ocl_node *node) {
    const struct member_walk *walk = context;
    if (node->op == OCL_OP_MEMBER) walk->visit(walk->context, node->class_index, node->member);
    if (node->op == OCL_OP_ID || node->op == OCL_OP_ANY) walk->visit(walk->context, node->class_index, OCL_MEMBER_ID);
}

void ocl_members_used(const struct ocl_expression *expression,
                      void (*visit)(void *context, unsigned class_index, unsigned member), void *context) {
    struct member_walk walk = {visit, context};
    walk_all(expression->schema, expression->root, note_member, &walk);
}

/* ---- recursion, and how deep evaluation goes ---- */

enum { UNSEEN, OPEN, DONE };

struct function_search {
    const struct ocl_schema *schema;
    struct diagnostics *diagnostics;
    unsigned char *status;
    unsigned *depth; /* of evaluating a function, when DONE */
    unsigned level;  /* of this very search */
    bool too_deep;
};

static unsigned depth_of_function(struct function_search *search, unsigned index, struct place call);

static unsigned depth_of_node(struct function_search *search, const struct ocl_node *node) {
    if (!node || search->too_deep) return 0;
    if (++search->level > OCL_MAX_CALL_DEPTH) {
        search->too_deep = true;
        diag_error(search->diagnostics, node->place, "calls are nested too deeply (more than %d levels)",
                   OCL_MAX_CALL_DEPTH);
        return 0;
    }
    unsigned deepest = 0, depth;
    const struct ocl_node *parts[] = {node->first, node->second, node->third};
    for (size_t i = 0; i < 3; i++) {
        if ((depth = depth_of_node(search, parts[i])) > deepest) deepest = depth;
    }
    for (unsigned i = 0; i < node->count; i++) {
        if ((depth = depth_of_node(search, node->arguments[i])) > deepest) deepest = depth;
    }
    if (node->op == OCL_OP_CALL && (depth = depth_of_function(search, node->member, node->place)) > deepest)
        deepest = depth;
    search->level--;
    return deepest + 1;
}

static unsigned depth_of_function(struct function_search *search, unsigned index, struct place call) {
    const struct ocl_function *function = &search->schema->functions.items[index];
    if (!function->body || !function->body->root || search->status[index] == DONE) return search->depth[index];
    if (search->status[index] == OPEN) {
        diag_error(search->diagnostics, call, "%s() calls itself through this call: recursion is not possible",
                   function->name);
        return 0;
    }
    search->status[index] = OPEN;
    unsigned depth = depth_of_node(search, function->body->root);
    if (depth > OCL_MAX_CALL_DEPTH && !search->too_deep) {
        search->too_deep = true;
        diag_error(search->diagnostics, function->place, "%s() nests calls too deeply (more than %d levels)",
                   function->name, OCL_MAX_CALL_DEPTH);
    }
    search->status[index] = DONE;
    search->depth[index] = depth;
    return depth;
}

bool ocl_check_functions(const struct ocl_schema *schema, struct diagnostics *diagnostics) {
    unsigned errors = diagnostics->errors;
    struct function_search search = {.schema = schema, .diagnostics = diagnostics};
    search.status = memory_new(schema->functions.count + 1);
    search.depth = memory_new((schema->functions.count + 1) * sizeof *search.depth);
    for (size_t i = 0; i < schema->functions.count; i++)
        depth_of_function(&search, (unsigned)i, schema->functions.items[i].place);
    free(search.status);
    free(search.depth);
    return diagnostics->errors == errors;
}
