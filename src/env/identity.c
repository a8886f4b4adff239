#include "env/identity.h"

#include "base/arena.h"
#include "search/hash.h"
#include "search/nodeset.h"

#include <string.h>

enum { MOST_OTHERS = 4096, LARGEST_SHIFT = 1000 };

enum kind { FREE, PLAIN, NUMBER, SET };

/* Union-find with weights: the value of a node is that of its parent and `more`. Of a root: what its type is. */
struct node {
    unsigned parent;
    int64_t more;
    enum kind kind;
    unsigned class_index; /* NUMBER, SET */
    int64_t base;         /* NUMBER: object k has the value k + base; SET: the bit k + base */
    struct place place;   /* PLAIN: why */
    const char *why;
};

/* Things that are said of nodes and judged at the end, when all types are known. */
enum remark { EQUALS, ORDERED, SHIFTED, BITS, STORED, RANGES, INDEXES, BEGINS };

struct note {
    enum remark remark;
    unsigned node;
    enum identity_order order;
    int64_t low, high; /* EQUALS, ORDERED: the constant is `low` */
    unsigned bits;
    struct place place;
};

struct bit_of {
    struct identity_value set, number;
    struct place place;
};

struct verdict_of_class {
    const char *why;
    struct place place;
    struct {
        VEC(int64_t) list;
    } others; /* numbers beside those of the objects that meet them: 0 for "none" */
};

struct identities {
    struct arena *arena;
    const char *const *class_names;
    const unsigned *sizes;
    size_t class_count;
    VEC(struct node) nodes;
    VEC(struct note) notes;
    VEC(struct bit_of) bit_ofs;
    struct nodeset names; /* of node named_nodes[number] */
    VEC(unsigned) named_nodes;
    struct verdict_of_class *classes;
};

struct identities *identities_new(const char *const *class_names, const unsigned *sizes, size_t class_count) {
    struct identities *identities = memory_new(sizeof *identities);
    identities->arena = arena_new();
    identities->class_names = class_names;
    identities->sizes = sizes;
    identities->class_count = class_count;
    identities->classes = memory_new((class_count + 1) * sizeof *identities->classes);
    return identities;
}

void identities_free(struct identities *identities) {
    if (!identities) return;
    for (size_t c = 0; c < identities->class_count; c++) vec_free(&identities->classes[c].others.list);
    free(identities->classes);
    vec_free(&identities->nodes);
    vec_free(&identities->notes);
    vec_free(&identities->bit_ofs);
    vec_free(&identities->named_nodes);
    nodeset_free(&identities->names);
    arena_free(identities->arena);
    free(identities);
}

unsigned identity_node(struct identities *identities) {
    unsigned number = (unsigned)identities->nodes.count;
    vec_push(&identities->nodes, (struct node){.parent = number});
    return number;
}

unsigned identity_named(struct identities *identities, const char *name) {
    uint32_t number, length = (uint32_t)strlen(name);
    if (nodeset_add(&identities->names, name, length, hash_bytes(name, length), &number))
        vec_push(&identities->named_nodes, identity_node(identities));
    return identities->named_nodes.items[number];
}

struct identity_value identity_constant(int64_t number) {
    return (struct identity_value){.constant = true, .number = number};
}

struct identity_value identity_of_node(unsigned node) {
    return (struct identity_value){.node = node};
}

/* ---- told apart ---- */

void identity_tell_apart(struct identities *identities, unsigned class_index, struct place place, const char *why) {
    struct verdict_of_class *class = &identities->classes[class_index];
    if (class->why || identities->sizes[class_index] < 2) return;
    class->why = why;
    class->place = place;
}

void identity_tell_all_apart(struct identities *identities, struct place place, const char *why) {
    for (unsigned c = 0; c < identities->class_count; c++) identity_tell_apart(identities, c, place, why);
}

const char *identity_told_apart(const struct identities *identities, unsigned class_index, struct place *place) {
    *place = identities->classes[class_index].place;
    return identities->classes[class_index].why;
}

/* ---- types ---- */

/* The root, and what is added to its value. */
static unsigned find(struct identities *identities, unsigned number, int64_t *more) {
    struct node *nodes = identities->nodes.items;
    unsigned root = number;
    int64_t sum = 0;
    while (nodes[root].parent != root) {
        sum += nodes[root].more;
        root = nodes[root].parent;
    }
    *more = sum;
    while (nodes[number].parent != root && number != root) { /* shorten the way */
        unsigned next = nodes[number].parent;
        int64_t own = nodes[number].more;
        nodes[number].parent = root;
        nodes[number].more = sum;
        sum -= own;
        number = next;
    }
    return root;
}

static bool names_objects(const struct node *node) { return node->kind == NUMBER || node->kind == SET; }

static void make_plain(struct identities *identities, unsigned root, struct place place, const char *why) {
    struct node *node = &identities->nodes.items[root];
    if (names_objects(node)) identity_tell_apart(identities, node->class_index, place, why);
    if (node->kind == PLAIN) return;
    node->kind = PLAIN;
    node->place = place;
    node->why = why;
}

static const char *const mixed = "numbers of objects are mixed with other numbers";

/* Gives the root the type of `given`, whose base is already that of the root's own value. */
static void merge_kind(struct identities *identities, unsigned root, const struct node *given, struct place place) {
    struct node *node = &identities->nodes.items[root];
    if (given->kind == FREE) return;
    if (node->kind == FREE) {
        node->kind = given->kind;
        node->class_index = given->class_index;
        node->base = given->base;
        node->place = given->place;
        node->why = given->why;
        return;
    }
    if (node->kind == given->kind &&
        (node->kind == PLAIN || (node->class_index == given->class_index && node->base == given->base)))
        return;
    const struct node *plain = node->kind == PLAIN ? node : given->kind == PLAIN ? given : NULL;
    struct place where = plain ? plain->place : place;
    const char *why = plain ? plain->why : mixed;
    if (names_objects(given)) identity_tell_apart(identities, given->class_index, where, why);
    make_plain(identities, root, where, why);
}

void identity_is(struct identities *identities, unsigned number, unsigned class_index, struct place place) {
    int64_t more;
    unsigned root = find(identities, number, &more);
    merge_kind(identities, root, &(struct node){.kind = NUMBER, .class_index = class_index, .base = -more}, place);
}

void identity_plain(struct identities *identities, struct identity_value value, struct place place, const char *why) {
    int64_t more;
    if (!value.constant) make_plain(identities, find(identities, value.node, &more), place, why);
}

static void note(struct identities *identities, enum remark remark, unsigned node, int64_t low, struct place place) {
    vec_push(&identities->notes,
             (struct note){.remark = remark, .node = node, .low = low, .high = low, .place = place});
}

void identity_same(struct identities *identities, struct identity_value a, struct identity_value b,
                   struct place place) {
    if (a.constant && b.constant) return;
    if (a.constant || b.constant) {
        const struct identity_value *constant = a.constant ? &a : &b, *other = a.constant ? &b : &a;
        note(identities, EQUALS, other->node, constant->number - other->number, place);
        return;
    }
    int64_t more_a, more_b;
    unsigned root_a = find(identities, a.node, &more_a), root_b = find(identities, b.node, &more_b);
    int64_t apart = more_a + a.number - more_b - b.number; /* root_b's value is root_a's and this */
    if (root_a == root_b) {
        if (apart) make_plain(identities, root_a, place, "numbers of objects are counted on");
        return;
    }
    struct node given = identities->nodes.items[root_b];
    given.base -= given.kind == NUMBER ? apart : 0;
    if (given.kind == SET && apart) note(identities, SHIFTED, root_a, 0, place);
    if (identities->nodes.items[root_a].kind == SET && apart) note(identities, SHIFTED, root_a, 0, place);
    identities->nodes.items[root_b].parent = root_a;
    identities->nodes.items[root_b].more = apart;
    merge_kind(identities, root_a, &given, place);
}

static bool is_small(int64_t number) { return number >= -LARGEST_SHIFT && number <= LARGEST_SHIFT; }

struct identity_value identity_add(struct identities *identities, struct identity_value value, int64_t more,
                                   struct place place) {
    if (value.constant) return identity_constant((int64_t)((uint64_t)value.number + (uint64_t)more));
    if (!is_small(more) || !is_small(value.number + more)) {
        identity_plain(identities, value, place, "arithmetic on numbers of objects");
    } else {
        value.number += more;
        note(identities, SHIFTED, value.node, 0, place);
    }
    return value;
}

static enum identity_order turned(enum identity_order order) {
    switch (order) {
    case IDENTITY_LESS: return IDENTITY_GREATER;
    case IDENTITY_LESS_EQUAL: return IDENTITY_GREATER_EQUAL;
    case IDENTITY_GREATER: return IDENTITY_LESS;
    default: return IDENTITY_LESS_EQUAL;
    }
}

void identity_ordered(struct identities *identities, enum identity_order order, struct identity_value a,
                      struct identity_value b, struct place place) {
    if (a.constant && b.constant) return;
    if (a.constant) {
        identity_ordered(identities, turned(order), b, a, place);
        return;
    }
    if (b.constant) {
        note(identities, ORDERED, a.node, b.number - a.number, place);
        vec_last(&identities->notes).order = order;
        return;
    }
    identity_plain(identities, a, place, "numbers of objects are compared by their order");
    identity_plain(identities, b, place, "numbers of objects are compared by their order");
}

void identity_bits(struct identities *identities, struct identity_value value, struct place place) {
    if (!value.constant) note(identities, BITS, value.node, 0, place);
}

void identity_bit_of(struct identities *identities, struct identity_value set, struct identity_value number,
                     struct place place) {
    vec_push(&identities->bit_ofs, (struct bit_of){set, number, place});
}

void identity_stored(struct identities *identities, unsigned node, struct identity_storage storage,
                     struct place place) {
    vec_push(&identities->notes, (struct note){.remark = STORED,
                                               .node = node,
                                               .low = storage.low,
                                               .high = storage.high,
                                               .bits = storage.bits,
                                               .place = place});
}

void identity_ranges(struct identities *identities, unsigned node, int64_t low, int64_t high, struct place place) {
    vec_push(&identities->notes,
             (struct note){.remark = RANGES, .node = node, .low = low, .high = high, .place = place});
}

void identity_indexes(struct identities *identities, unsigned node, uint64_t length, struct place place) {
    note(identities, INDEXES, node, (int64_t)length, place);
}

void identity_begins(struct identities *identities, unsigned node, int64_t element, struct place place) {
    note(identities, BEGINS, node, element, place);
}

/* ---- sets of objects as bits ---- */

static const char *const odd_bits = "bits that do not stand for one object each";

/* The number decides what the set is, or the set what the number is. False if neither is known yet, or nothing new. */
static bool settle(struct identities *identities, const struct bit_of *link) {
    int64_t more, set_more;
    unsigned root = find(identities, link->number.node, &more);
    unsigned set_root = find(identities, link->set.node, &set_more);
    const struct node number = identities->nodes.items[root], set = identities->nodes.items[set_root];
    if (number.kind == NUMBER && set.kind != PLAIN) {
        int64_t base = number.base + more + link->number.number;
        if (set.kind == SET && set.class_index == number.class_index && set.base == base) return false;
        merge_kind(identities, set_root, &(struct node){.kind = SET, .class_index = number.class_index, .base = base},
                   link->place);
        return true;
    }
    if (set.kind == SET && number.kind == FREE) {
        merge_kind(identities, root,
                   &(struct node){
                       .kind = NUMBER, .class_index = set.class_index, .base = set.base - more - link->number.number},
                   link->place);
        return true;
    }
    if (names_objects(&number) || names_objects(&set)) {
        make_plain(identities, root, link->place, odd_bits);
        make_plain(identities, set_root, link->place, odd_bits);
        return true;
    }
    return false;
}

static void settle_all(struct identities *identities) {
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < identities->bit_ofs.count; i++)
            again = settle(identities, &identities->bit_ofs.items[i]) || again;
    }
}

/* ---- judging ---- */

/* A note about a node that names objects of a class: `base` is that of the node itself. */
struct judged {
    struct identities *identities;
    const struct note *note;
    unsigned class_index;
    int64_t base, first, last; /* the values of the class's objects */
    int64_t more;              /* the node's value is its root's and this */
};

static void apart(const struct judged *judged, const char *why) {
    identity_tell_apart(judged->identities, judged->class_index, judged->note->place, why);
}

/* A number beside those of the objects. False if it is known already. */
static bool add_other(struct identities *identities, unsigned class_index, int64_t number, struct place place) {
    struct verdict_of_class *class = &identities->classes[class_index];
    if (number >= 1 && number <= identities->sizes[class_index]) {
        identity_tell_apart(identities, class_index, place, "a constant names one of the objects");
        return false;
    }
    for (size_t i = 0; i < class->others.list.count; i++)
        if (class->others.list.items[i] == number) return false;
    if (class->others.list.count >= MOST_OTHERS) {
        identity_tell_apart(identities, class_index, place, "too many other numbers meet those of objects");
        return false;
    }
    vec_push(&class->others.list, number);
    return true;
}

static bool holds(enum identity_order order, int64_t a, int64_t b) {
    switch (order) {
    case IDENTITY_LESS: return a < b;
    case IDENTITY_LESS_EQUAL: return a <= b;
    case IDENTITY_GREATER: return a > b;
    default: return a >= b;
    }
}

static void judge_range(const struct judged *judged) {
    int64_t low = judged->note->low, high = judged->note->high;
    bool all = low <= judged->first && high >= judged->last, none = high < judged->first || low > judged->last;
    if (!all && !none) {
        apart(judged, "a range of arguments has some of the objects' numbers only");
        return;
    }
    if (high >= low && (uint64_t)high - (uint64_t)low > MOST_OTHERS) {
        apart(judged, "a range of arguments is large, and has numbers of objects");
        return;
    }
    for (int64_t value = low; value <= high; value++)
        if (value < judged->first || value > judged->last)
            add_other(judged->identities, judged->class_index, value - judged->base, judged->note->place);
}

static void judge_number(const struct judged *judged) {
    const struct note *note = judged->note;
    switch (note->remark) {
    case EQUALS: add_other(judged->identities, judged->class_index, note->low - judged->base, note->place); break;
    case ORDERED:
        if (holds(note->order, judged->first, note->low) != holds(note->order, judged->last, note->low))
            apart(judged, "a comparison with a constant tells objects apart by their numbers");
        break;
    case BITS: apart(judged, "bits of objects' numbers are looked at"); break;
    case STORED:
        if (judged->first < note->low || judged->last > note->high)
            apart(judged, "a variable is too small for the numbers of all objects");
        break;
    case RANGES: judge_range(judged); break;
    case INDEXES:
        if (judged->first < 0 || judged->last >= note->low)
            apart(judged, "an array has no element for each of the objects");
        break;
    case BEGINS:
        if (judged->first < note->low && note->low <= judged->last)
            apart(judged, "elements of an array begin with different values");
        break;
    case SHIFTED: break;
    }
}

static void judge_set(const struct judged *judged) {
    const struct note *note = judged->note;
    unsigned count = judged->identities->sizes[judged->class_index];
    if (judged->more) apart(judged, "arithmetic on a set of objects");
    if (judged->first < 0 || judged->last > 30) {
        apart(judged, odd_bits);
        return;
    }
    uint64_t mask = ((UINT64_C(1) << count) - 1) << judged->first;
    switch (note->remark) {
    case EQUALS:
        if (((uint64_t)note->low & mask) != 0 && ((uint64_t)note->low & mask) != mask)
            apart(judged, "a constant names some of the objects as bits");
        break;
    case STORED:
        if ((int64_t)(mask | (mask - 1)) > note->high) apart(judged, "a variable is too small for a set of objects");
        break;
    case BITS: break;
    case SHIFTED: apart(judged, "arithmetic on a set of objects"); break;
    case ORDERED: apart(judged, "a set of objects is compared as a number"); break;
    default: apart(judged, "a set of objects is used as a number"); break;
    }
}

static bool look_at(struct identities *identities, const struct note *note, struct judged *judged, enum kind *kind) {
    int64_t more;
    const struct node *root = &identities->nodes.items[find(identities, note->node, &more)];
    if (!names_objects(root)) return false;
    int64_t base = root->kind == NUMBER ? root->base + more : root->base;
    *kind = root->kind;
    *judged = (struct judged){.identities = identities,
                              .note = note,
                              .class_index = root->class_index,
                              .base = base,
                              .first = 1 + base,
                              .last = identities->sizes[root->class_index] + base,
                              .more = more};
    return true;
}

static void judge_notes(struct identities *identities) {
    for (size_t i = 0; i < identities->notes.count; i++) {
        struct judged judged;
        enum kind kind;
        if (!look_at(identities, &identities->notes.items[i], &judged, &kind)) continue;
        if (kind == NUMBER)
            judge_number(&judged);
        else
            judge_set(&judged);
    }
}

static int64_t cut(const struct note *storage, int64_t value) {
    if (value >= storage->low && value <= storage->high) return value;
    uint64_t kept = (uint64_t)value & (storage->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << storage->bits) - 1);
    if (storage->low < 0 && kept >> (storage->bits - 1)) kept |= UINT64_MAX << (storage->bits - 1);
    return (int64_t)kept;
}

/* What is stored may be cut, and become the number of an object then. */
static bool judge_cuts(struct identities *identities) {
    bool more = false;
    for (size_t i = 0; i < identities->notes.count; i++) {
        const struct note *note = &identities->notes.items[i];
        struct judged judged;
        enum kind kind;
        if (note->remark != STORED || !look_at(identities, note, &judged, &kind) || kind != NUMBER) continue;
        const struct verdict_of_class *class = &identities->classes[judged.class_index];
        for (size_t o = 0; o < class->others.list.count && !class->why; o++) {
            int64_t value = class->others.list.items[o] + judged.base;
            more = add_other(identities, judged.class_index, cut(note, value) - judged.base, note->place) || more;
        }
    }
    return more;
}

/* 1 << 32 is 1 on some machines: a number that is no object's may set an object's bit. */
static void judge_bits(struct identities *identities) {
    for (size_t i = 0; i < identities->bit_ofs.count; i++) {
        const struct bit_of *link = &identities->bit_ofs.items[i];
        struct note here = {.node = link->number.node, .place = link->place};
        struct judged judged;
        enum kind kind;
        if (!look_at(identities, &here, &judged, &kind) || kind != NUMBER) continue;
        int64_t more = link->number.number;
        const struct verdict_of_class *class = &identities->classes[judged.class_index];
        for (size_t o = 0; o < class->others.list.count; o++) {
            int64_t bit = (int64_t)((uint64_t)(class->others.list.items[o] + judged.base + more) % 32);
            if (bit >= judged.first + more && bit <= judged.last + more) apart(&judged, odd_bits);
        }
    }
}

void identity_judge(struct identities *identities) {
    settle_all(identities);
    judge_notes(identities);
    while (judge_cuts(identities)) continue;
    judge_bits(identities);
}
