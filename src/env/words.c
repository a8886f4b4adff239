#include "env/words.h"

#include "base/word.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

/* ---- nouns and numbers ---- */

void words_class(struct text *out, const char *name, bool many) {
    bool is_acronym = isupper((unsigned char)name[0]) && (!name[1] || isupper((unsigned char)name[1]));
    struct text word = {0};
    text_add(&word, name);
    if (!is_acronym && word.length) word.chars[0] = (char)tolower((unsigned char)word.chars[0]);
    const char *chars = text_chars(&word);
    if (!many) {
        text_add(out, chars);
    } else if (ends_with(chars, "y") && word.length > 1 && !strchr("aeiou", chars[word.length - 2])) {
        text_add_n(out, chars, word.length - 1);
        text_add(out, "ies");
    } else {
        bool hisses =
            ends_with(chars, "s") || ends_with(chars, "x") || ends_with(chars, "ch") || ends_with(chars, "sh");
        text_printf(out, "%s%s", chars, hisses ? "es" : "s");
    }
    text_free(&word);
}

static const char *class_name(const struct ocl_schema *schema, unsigned class_index) {
    return schema->classes.items[class_index].name;
}

/* "a task", "an event", "a user", "a unit" */
static void article(struct text *out, const char *class) {
    bool glides = strncasecmp(class, "us", 2) == 0 || strncasecmp(class, "uni", 3) == 0;
    text_add(out, !glides && strchr("aeiouAEIOU", class[0]) ? "an " : "a ");
}

static void number_word(struct text *out, int64_t number) {
    static const char *const words[] = {"no",  "one",   "two",   "three", "four", "five",
                                        "six", "seven", "eight", "nine",  "ten"};
    if (number >= 0 && number < (int64_t)(sizeof words / sizeof *words))
        text_add(out, words[number]);
    else
        text_printf(out, "%" PRId64, number);
}

/* Several associations of a class may lead to the same one: then the name of the association must tell. */
static bool needs_name(const struct ocl_schema *schema, unsigned class_index, unsigned member) {
    const struct ocl_class *class = &schema->classes.items[class_index];
    unsigned same = 0;
    for (size_t i = 0; i < class->members.count; i++)
        same += class->members.items[i].kind == OCL_ASSOCIATION &&
                class->members.items[i].type.class_index == class->members.items[member].type.class_index;
    return same > 1;
}

/* "resource", "resources", or "'res' resource" */
static void linked_noun(struct text *out, const struct ocl_schema *schema, unsigned class_index, unsigned member,
                        bool many) {
    const struct ocl_member *association = &schema->classes.items[class_index].members.items[member];
    if (needs_name(schema, class_index, member)) text_printf(out, "'%s' ", association->name);
    words_class(out, class_name(schema, association->type.class_index), many);
}

static void linked_article(struct text *out, const struct ocl_schema *schema, unsigned class_index, unsigned member) {
    const struct ocl_member *association = &schema->classes.items[class_index].members.items[member];
    article(out, needs_name(schema, class_index, member) ? association->name
                                                         : class_name(schema, association->type.class_index));
}

/* ---- conditions ---- */

static const char *const symbols[] = {"=", "<", "<=", ">=", ">", "<>"};

struct sentence {
    struct text *out;
    const struct ocl_schema *schema;
    const struct shape *shape;
    char letters[PATTERN_OBJECTS];
};

static const char *member_name(const struct sentence *sentence, unsigned object, unsigned member) {
    return sentence->schema->classes.items[sentence->shape->classes[object]].members.items[member].name;
}

static void add_links(const struct sentence *sentence, const struct condition *condition) {
    struct text *out = sentence->out;
    unsigned class_index = sentence->shape->classes[condition->first];
    text_add(out, "has ");
    if (condition->value == 0) {
        text_add(out, "no ");
        linked_noun(out, sentence->schema, class_index, condition->member, false);
    } else if (condition->value == 1) {
        linked_article(out, sentence->schema, class_index, condition->member);
        linked_noun(out, sentence->schema, class_index, condition->member, false);
    } else {
        number_word(out, condition->value);
        text_add(out, " or more ");
        linked_noun(out, sentence->schema, class_index, condition->member, true);
    }
}

static void add_linked(const struct sentence *sentence, const struct condition *condition) {
    struct text *out = sentence->out;
    const char *from = class_name(sentence->schema, condition->from_class);
    text_add(out, "belongs to ");
    if (condition->value == 0) {
        text_add(out, "no ");
    } else if (condition->value == 1) {
        article(out, from);
    } else {
        number_word(out, condition->value);
        text_add(out, " or more ");
    }
    words_class(out, from, condition->value > 1);
    if (needs_name(sentence->schema, condition->from_class, condition->member))
        text_printf(out, " as '%s'",
                    sentence->schema->classes.items[condition->from_class].members.items[condition->member].name);
}

/* What "some task ..." goes on with: a condition on one object. */
static void add_predicate(const struct sentence *sentence, const struct condition *condition) {
    struct text *out = sentence->out;
    const char *member = condition->kind == CONDITION_VALUE || condition->kind == CONDITION_COMPARE
                             ? member_name(sentence, condition->first, condition->member)
                             : "";
    switch (condition->kind) {
    case CONDITION_LINKS: add_links(sentence, condition); break;
    case CONDITION_LINKED: add_linked(sentence, condition); break;
    case CONDITION_COMPARE:
        text_printf(out, "has %s %s %s", member, symbols[condition->comparison],
                    member_name(sentence, condition->second, condition->other));
        break;
    default:
        if (condition->comparison == COMPARE_AT_LEAST)
            text_printf(out, "has %s %" PRId64 " or more", member, condition->value);
        else if (condition->comparison == COMPARE_AT_MOST)
            text_printf(out, "has %s %" PRId64 " or less", member, condition->value);
        else
            text_printf(out, "has %s %s %" PRId64, member, symbols[condition->comparison], condition->value);
    }
}

/* `r.pr >= u.pr` about the other object of a class reads better as `u.pr <= r.pr`. */
static struct condition mirrored(const struct sentence *sentence, const struct condition *condition) {
    static const enum comparison mirror[] = {COMPARE_EQUAL,   COMPARE_GREATER, COMPARE_AT_LEAST,
                                             COMPARE_AT_MOST, COMPARE_LESS,    COMPARE_DIFFERENT};
    struct condition turned = *condition;
    if (condition->kind != CONDITION_COMPARE || sentence->shape->kind != SHAPE_LINK_OTHER || condition->first != 1)
        return turned;
    turned.first = condition->second;
    turned.second = condition->first;
    turned.member = condition->other;
    turned.other = condition->member;
    turned.comparison = mirror[condition->comparison];
    return turned;
}

/* Does `t.pr < u.pr` go on with `u.pr <= r.pr`? */
static bool continues(const struct condition *before, const struct condition *condition) {
    return before->kind == CONDITION_COMPARE && condition->kind == CONDITION_COMPARE &&
           before->second == condition->first && before->other == condition->member &&
           before->comparison <= COMPARE_AT_MOST && condition->comparison <= COMPARE_AT_MOST;
}

/* What "such that ..." goes on with; `before` is the condition before, or NULL. */
static void add_condition(const struct sentence *sentence, const struct condition *before,
                          const struct condition *condition) {
    struct text *out = sentence->out;
    char first = sentence->letters[condition->first], second = sentence->letters[condition->second];
    bool goes_on = before && continues(before, condition);
    text_add(out, goes_on ? " " : before ? " and " : " such that ");
    switch (condition->kind) {
    case CONDITION_COMPARE:
        if (!goes_on) text_printf(out, "%c.%s ", first, member_name(sentence, condition->first, condition->member));
        text_printf(out, "%s %c.%s", symbols[condition->comparison], second,
                    member_name(sentence, condition->second, condition->other));
        break;
    case CONDITION_VALUE:
        text_printf(out, "%c.%s %s %" PRId64, first, member_name(sentence, condition->first, condition->member),
                    symbols[condition->comparison], condition->value);
        break;
    default: text_printf(out, "%c ", first); add_predicate(sentence, condition);
    }
}

/* ---- patterns ---- */

/* The first letter of its class, or the next one that is free. */
static void choose_letters(struct sentence *sentence) {
    for (unsigned i = 0; i < sentence->shape->objects; i++) {
        char letter = (char)tolower((unsigned char)class_name(sentence->schema, sentence->shape->classes[i])[0]);
        for (unsigned tries = 0; memchr(sentence->letters, letter, i) && tries < 26; tries++)
            letter = letter >= 'a' && letter < 'z' ? (char)(letter + 1) : 'a';
        sentence->letters[i] = letter;
    }
}

/* Objects of a pattern are different ones: an association of a class with itself leads to another object. */
static bool links_own_class(const struct sentence *sentence) {
    return sentence->shape->classes[1] == sentence->shape->classes[0];
}

/* "a resource r", "another user v" */
static void add_linked_object(const struct sentence *sentence) {
    const struct shape *shape = sentence->shape;
    if (links_own_class(sentence))
        text_add(sentence->out, "another ");
    else
        linked_article(sentence->out, sentence->schema, shape->classes[0], shape->member);
    linked_noun(sentence->out, sentence->schema, shape->classes[0], shape->member, false);
    text_printf(sentence->out, " %c", sentence->letters[1]);
}

/* "some task t has a resource r, and there is another task u,"; "there are no task t with a resource r and another
 * task u" */
static void add_link_and_other(const struct sentence *sentence, bool negated) {
    struct text *out = sentence->out;
    const char *first = class_name(sentence->schema, sentence->shape->classes[0]);
    text_add(out, negated ? "there are no " : "some ");
    words_class(out, first, false);
    text_printf(out, " %c %s ", sentence->letters[0], negated ? "with" : "has");
    add_linked_object(sentence);
    text_add(out, negated ? " and " : ", and there is ");
    text_add(out, links_own_class(sentence) ? "a third " : "another ");
    words_class(out, first, false);
    text_printf(out, " %c%s", sentence->letters[2], negated ? "" : ",");
}

static void add_objects(const struct sentence *sentence, bool negated) {
    struct text *out = sentence->out;
    const struct ocl_schema *schema = sentence->schema;
    const struct shape *shape = sentence->shape;
    const char *first = class_name(schema, shape->classes[0]), *letters = sentence->letters;
    switch (shape->kind) {
    case SHAPE_ONE:
        text_add(out, negated ? "no " : "some ");
        words_class(out, first, false);
        return;
    case SHAPE_TWO:
        text_add(out, negated ? "there are no two " : "there are two ");
        words_class(out, first, true);
        text_printf(out, " %c and %c", letters[0], letters[1]);
        return;
    case SHAPE_THREE:
        text_add(out, negated ? "there are no three " : "there are three ");
        words_class(out, first, true);
        text_printf(out, " %c, %c and %c", letters[0], letters[1], letters[2]);
        return;
    case SHAPE_CROSS:
        text_add(out, negated ? "there are no " : "there are ");
        if (!negated) article(out, first);
        words_class(out, first, false);
        text_printf(out, " %c and ", letters[0]);
        if (!negated) article(out, class_name(schema, shape->classes[1]));
        words_class(out, class_name(schema, shape->classes[1]), false);
        text_printf(out, " %c", letters[1]);
        return;
    default: break;
    }
    if (shape->kind == SHAPE_LINK_OTHER) {
        add_link_and_other(sentence, negated);
        return;
    }
    text_add(out, negated ? "no " : "some ");
    words_class(out, first, false);
    text_printf(out, " %c has ", letters[0]);
    if (shape->kind == SHAPE_TWO_LINKS) {
        text_add(out, links_own_class(sentence) ? "two other " : "two ");
        linked_noun(out, schema, shape->classes[0], shape->member, true);
        text_printf(out, " %c and %c", letters[1], letters[2]);
    } else {
        add_linked_object(sentence);
    }
}

/* "two tasks t and u share a resource r" */
static void add_sharing(const struct sentence *sentence, bool negated, bool with_letters) {
    struct text *out = sentence->out;
    const struct shape *shape = sentence->shape;
    text_add(out, negated ? "no two " : "two ");
    words_class(out, class_name(sentence->schema, shape->classes[0]), true);
    if (with_letters) text_printf(out, " %c and %c", sentence->letters[0], sentence->letters[2]);
    text_add(out, " share ");
    if (links_own_class(sentence))
        text_add(out, "a third ");
    else
        linked_article(out, sentence->schema, shape->classes[0], shape->member);
    linked_noun(out, sentence->schema, shape->classes[0], shape->member, false);
    if (with_letters) text_printf(out, " %c", sentence->letters[1]);
}

/* Of two objects of a class, whose order says nothing, a comparison alone reads better in words. */
static bool add_likeness(const struct sentence *sentence, bool negated, const struct condition *condition) {
    bool differ = condition->comparison == COMPARE_LESS || condition->comparison == COMPARE_GREATER ||
                  condition->comparison == COMPARE_DIFFERENT;
    bool same = condition->comparison == COMPARE_EQUAL;
    if (sentence->shape->kind != SHAPE_TWO || condition->kind != CONDITION_COMPARE || (!differ && !same) ||
        condition->first == condition->second)
        return false;
    struct text *out = sentence->out;
    text_add(out, negated ? "no two " : "two ");
    words_class(out, class_name(sentence->schema, sentence->shape->classes[0]), true);
    text_printf(out, " have %s %s", differ ? "different" : "the same",
                member_name(sentence, condition->first, condition->member));
    return true;
}

static void add_pattern(struct sentence *sentence, const struct atom *atom) {
    struct text *out = sentence->out;
    struct condition conditions[PATTERN_SIZE];
    unsigned count = 0;
    bool shares = false;
    for (unsigned i = 0; i < PATTERN_SIZE; i++) {
        const struct condition *condition = &sentence->shape->conditions.items[atom->conditions[i]];
        shares = shares || condition->kind == CONDITION_INCLUDES;
        if (condition->kind != CONDITION_TRUE && condition->kind != CONDITION_INCLUDES)
            conditions[count++] = mirrored(sentence, condition);
    }
    choose_letters(sentence);
    if (count == 1 && add_likeness(sentence, atom->negated, &conditions[0])) return;
    if (shares)
        add_sharing(sentence, atom->negated, count > 0);
    else
        add_objects(sentence, atom->negated);
    for (unsigned i = 0; i < count; i++) {
        if (sentence->shape->kind != SHAPE_ONE) {
            add_condition(sentence, i ? &conditions[i - 1] : NULL, &conditions[i]);
            continue;
        }
        text_add(out, i ? " and " : " ");
        add_predicate(sentence, &conditions[i]);
    }
}

/* ---- numbers of objects, and constants ---- */

static void add_objects_at_least(struct text *out, const char *class, int64_t number) {
    if (number == 1) {
        text_add(out, "there is ");
        article(out, class);
        words_class(out, class, false);
        return;
    }
    text_add(out, "there are ");
    number_word(out, number);
    text_add(out, " or more ");
    words_class(out, class, true);
}

static void add_objects_at_most(struct text *out, const char *class, int64_t number) {
    text_add(out, number > 1 ? "there are " : "there is ");
    if (number > 0) text_add(out, "at most ");
    number_word(out, number);
    text_add_char(out, ' ');
    words_class(out, class, number > 1);
}

void words_atom(struct text *out, const struct ocl_schema *schema, const struct shapes *shapes,
                const struct atom *atom) {
    if (atom->kind == ATOM_PATTERN) {
        struct sentence sentence = {.out = out, .schema = schema, .shape = &shapes->list.items[atom->index]};
        add_pattern(&sentence, atom);
    } else if (atom->kind == ATOM_CONSTANT) {
        text_printf(out, "%s is ", schema->constants.items[atom->index].name);
        if (atom->negated)
            text_printf(out, "less than %" PRId64, atom->value);
        else
            text_printf(out, "%" PRId64 " or more", atom->value);
    } else if (atom->negated) {
        add_objects_at_most(out, class_name(schema, atom->index), atom->value - 1);
    } else {
        add_objects_at_least(out, class_name(schema, atom->index), atom->value);
    }
}
