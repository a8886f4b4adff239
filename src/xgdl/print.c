#include "xgdl/guide.h"
#include "xgdl/token.h"

/* How tightly the operators bind, from the loosest on. */
enum { BINDS_PARALLEL, BINDS_CHOICE, BINDS_SEQUENCE, BINDS_REPEAT, BINDS_SINGLE };

static int binding(enum xgdl_kind kind) {
    switch (kind) {
    case XGDL_PARALLEL: return BINDS_PARALLEL;
    case XGDL_CHOICE: return BINDS_CHOICE;
    case XGDL_SEQUENCE: return BINDS_SEQUENCE;
    case XGDL_REPEAT: return BINDS_REPEAT;
    default: return BINDS_SINGLE;
    }
}

void xgdl_print_name(const char *name, struct text *out) {
    text_printf(out, xgdl_is_name(name) ? "%s" : "\"%s\"", name);
}

static void print(const struct xgdl_guide *guide, xgdl_term term, int around, struct text *out);

static void print_list(const struct xgdl_guide *guide, const struct xgdl_node *node, uint32_t count, const char *sign,
                       int around, struct text *out) {
    for (uint32_t i = 0; i < count; i++) {
        if (i) text_add(out, sign);
        print(guide, node->parts[i], around, out);
    }
}

static void print_repeat(const struct xgdl_guide *guide, const struct xgdl_node *node, struct text *out) {
    print(guide, node->parts[0], BINDS_REPEAT, out);
    if (node->to == XGDL_FOREVER && node->from <= 1)
        text_add_char(out, node->from ? '+' : '*');
    else if (node->to == XGDL_FOREVER)
        text_printf(out, "{%u,}", node->from);
    else if (node->from == 0 && node->to == 1)
        text_add_char(out, '?');
    else
        text_printf(out, "{%u,%u}", node->from, node->to);
}

static void print_inside(const struct xgdl_guide *guide, const struct xgdl_node *node, uint32_t count,
                         struct text *out) {
    switch ((enum xgdl_kind)node->kind) {
    case XGDL_NONE: text_add(out, "(nothing)"); break;
    case XGDL_EMPTY: text_add(out, "()"); break;
    case XGDL_LETTER: xgdl_print_name(guide->alphabet.items[node->from].name, out); break;
    case XGDL_SEQUENCE: print_list(guide, node, count, " ; ", BINDS_SEQUENCE + 1, out); break;
    case XGDL_CHOICE: print_list(guide, node, count, " | ", BINDS_CHOICE + 1, out); break;
    case XGDL_PARALLEL: print_list(guide, node, count, " || ", BINDS_PARALLEL + 1, out); break;
    case XGDL_REPEAT: print_repeat(guide, node, out); break;
    case XGDL_SOME:
        text_printf(out, "{%u,%u} of [", node->from, node->to);
        print_list(guide, node, count, ", ", BINDS_PARALLEL, out);
        text_add_char(out, ']');
        break;
    }
}

static void print(const struct xgdl_guide *guide, xgdl_term term, int around, struct text *out) {
    uint32_t count;
    const struct xgdl_node *node = xgdl_get(&guide->pool, term, &count);
    bool grouped = binding((enum xgdl_kind)node->kind) < around;
    if (grouped) text_add_char(out, '(');
    print_inside(guide, node, count, out);
    if (grouped) text_add_char(out, ')');
}

void xgdl_print(const struct xgdl_guide *guide, xgdl_term term, struct text *out) {
    print(guide, term, BINDS_PARALLEL, out);
}
