#include "cfront/hidden/left_effect.h"

#include "base/word.h"

#include <ctype.h>
#include <stdbool.h>

/* Whom code keeps out, and whom it has let in that it did not keep out. */
struct state {
    unsigned held, freed;
};

struct block {
    struct state before;
    bool is_conditional;
};

enum { DEEPEST = 64 };

struct walk {
    const char *text, *at, *end;
    struct left_effect effect;
    struct state state, exit; /* now; where code has ended */
    struct block blocks[DEEPEST];
    size_t depth;
    const char *left_at;    /* code does not go on behind that in its block; NULL: it does */
    const char *held_by;    /* the register, with its bits */
    bool has_exit, returns; /* ... where the statement ends */
};

static unsigned difference(struct state one, struct state other) {
    return (one.held ^ other.held) | (one.freed ^ other.freed);
}

/* ---- statements ---- */

const char *left_effect_statement(const struct left_word *word) {
    const char *at = word->begin;
    while (at > word->text && !strchr(";{}", at[-1])) at--;
    return at;
}

/* `if (x) f();`, `x && f()`, `for (i = 0; i < n; i++) f();`: it may be left out, or come again. */
static bool is_conditional(const struct left_word *word) {
    static const char *const words[] = {"if", "while", "for", "switch", "else", NULL};
    int depth = 0;
    size_t length;
    for (const char *at = left_effect_statement(word); at < word->begin; at += length ? length : 1) {
        length = word_length(at);
        depth += *at == '(';
        depth -= *at == ')';
        if (depth < 0 || *at == '?' || begins_with(at, "&&") || begins_with(at, "||")) return true;
        if (length && spells_one_of(at, length, words)) return true;
    }
    return false;
}

/* ---- blocks ---- */

static bool begins_condition(const struct walk *walk) {
    static const char otherwise[] = "else";
    const char *at = walk->at;
    while (at > walk->text && isspace((unsigned char)at[-1])) at--;
    size_t before = (size_t)(at - walk->text);
    return before && (at[-1] == ')' || (before >= 4 && !memcmp(at - 4, otherwise, 4)));
}

static void begin_block(struct walk *walk) {
    if (walk->depth < DEEPEST) walk->blocks[walk->depth] = (struct block){walk->state, begins_condition(walk)};
    walk->depth++;
}

static void end_block(struct walk *walk) {
    if (!walk->depth || --walk->depth >= DEEPEST || !walk->blocks[walk->depth].is_conditional) return;
    struct state before = walk->blocks[walk->depth].before;
    if (!walk->left_at) walk->effect.unsure |= difference(walk->state, before);
    walk->state = before;
    walk->left_at = NULL;
}

/* ---- ends ---- */

static void note_exit(struct walk *walk) {
    walk->returns = false;
    if (walk->has_exit) walk->effect.unsure |= difference(walk->exit, walk->state);
    walk->exit = walk->state;
    walk->has_exit = true;
}

/* Behind the loop it is as it was before, or as it was where it began. */
static void note_break(struct walk *walk) {
    for (size_t i = 0; i < walk->depth && i < DEEPEST; i++)
        if (!difference(walk->blocks[i].before, walk->state)) return;
    walk->effect.unsure |= walk->state.held | walk->state.freed;
}

static void look_at_jump(struct walk *walk, const struct left_word *word) {
    static const char *const leaving[] = {"break", "continue", NULL};
    bool returns = spells(word->begin, word->length, "return");
    bool breaks = spells_one_of(word->begin, word->length, leaving);
    if (!returns && !breaks && !spells(word->begin, word->length, "goto")) return;
    const char *over = memchr(word->begin, ';', (size_t)(word->end - word->begin));
    if (breaks) note_break(walk);
    if (!is_conditional(word)) walk->left_at = over ? over : word->end;
    walk->returns |= returns;
}

/* ---- words ---- */

static bool is_other_register(const struct walk *walk, const struct left_effect *effect) {
    return !are_same_texts(effect->held_by, walk->held_by);
}

static void apply(struct walk *walk, struct left_effect effect, bool is_sure) {
    struct state *state = &walk->state;
    unsigned closes = effect.closes, opens = effect.opens;
    unsigned others = closes & state->held & HOLD_REGISTER && is_other_register(walk, &effect) ? HOLD_REGISTER : 0;
    walk->effect.serves |= effect.serves;
    walk->effect.services |= effect.services;
    walk->effect.unsure |= effect.unsure | others;
    walk->effect.begun |= effect.begun | opens;
    if (!walk->effect.mask) walk->effect.mask = effect.mask;
    if (!walk->effect.held_by) walk->effect.held_by = effect.held_by;
    if (!walk->effect.beyond) walk->effect.beyond = effect.beyond;
    if (!is_sure) {
        walk->effect.unsure |= opens | closes;
        return;
    }
    state->freed |= closes & ~state->held;
    state->held &= ~closes;
    if (opens & HOLD_REGISTER) walk->held_by = effect.held_by;
    walk->effect.unsure |= opens & state->freed;
    state->held |= opens & ~state->freed;
}

static const char *end_of_line(const char *at, const char *end) {
    while (at < end && (*at != '\n' || at[-1] == '\\')) at++;
    return at;
}

/* Behind that. */
static const char *look_at_word(struct walk *walk, left_word_effect *effect_of, void *context) {
    struct left_word word = {walk->text, walk->at, walk->end, word_length(walk->at)};
    if (isdigit((unsigned char)*word.begin)) return word.begin + word.length;
    if (walk->left_at && word.begin > walk->left_at) walk->left_at = NULL;
    look_at_jump(walk, &word);
    apply(walk, effect_of(context, &word), !is_conditional(&word));
    return word.begin + word.length;
}

static bool begins_line(const struct walk *walk) {
    const char *before = walk->at;
    while (before > walk->text && strchr(" \t", before[-1])) before--;
    return before > walk->text && before[-1] == '\n';
}

struct left_effect left_effect_of(const char *text, size_t length, left_word_effect *effect_of, void *context) {
    struct walk walk = {.text = text, .at = text, .end = text + length};
    while (walk.at < walk.end) {
        if (is_word_char(*walk.at)) {
            walk.at = look_at_word(&walk, effect_of, context);
            continue;
        }
        if (*walk.at == ';' && walk.returns) note_exit(&walk);
        if (*walk.at == '{') begin_block(&walk);
        if (*walk.at == '}') end_block(&walk);
        walk.at = *walk.at == '#' && begins_line(&walk) ? end_of_line(walk.at, walk.end) : walk.at + 1;
    }
    if (!walk.left_at || !walk.has_exit) note_exit(&walk);
    walk.effect.opens = walk.exit.held & ~walk.effect.unsure;
    walk.effect.closes = walk.exit.freed & ~walk.effect.unsure;
    return walk.effect;
}

struct left_effect left_effect_join(struct left_effect one, struct left_effect other) {
    unsigned differing = (one.opens ^ other.opens) | (one.closes ^ other.closes);
    return (struct left_effect){.serves = one.serves || other.serves,
                                .services = one.services | other.services,
                                .opens = one.opens & other.opens,
                                .closes = one.closes & other.closes,
                                .unsure = one.unsure | other.unsure | differing,
                                .begun = one.begun | other.begun,
                                .mask = one.mask ? one.mask : other.mask,
                                .held_by = one.held_by ? one.held_by : other.held_by,
                                .beyond = one.beyond ? one.beyond : other.beyond};
}

bool left_effect_is_none(struct left_effect effect) {
    return !effect.services && !effect.opens && !effect.closes && !effect.unsure && !effect.beyond;
}
