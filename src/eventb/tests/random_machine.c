#include "random_machine.h"

#include <stdbool.h>
#include <string.h>

/* The types that formulas are made of. */
enum type { INT, ELEMENT, COLOUR, BOOLEAN, ELEMENTS, COLOURS, NUMBERS, COLOURING, COUNTING, LINKS, FAMILY, TYPE_COUNT };

static const char *const type_text[TYPE_COUNT] = {"ℤ",    "S",        "C",        "BOOL",     "ℙ(S)",   "ℙ(C)",
                                                  "ℙ(ℤ)", "ℙ(S × C)", "ℙ(S × ℤ)", "ℙ(S × S)", "ℙ(ℙ(S))"};

struct variable {
    const char *name;
    enum type type;
    const char *invariant; /* gives it its type */
    const char *initial;
};

static const struct variable variables[] = {
    {"n", INT, "n ∈ ℤ", "0"},
    {"x", ELEMENT, "x ∈ S", NULL},
    {"c", COLOUR, "c ∈ C", "red"},
    {"b", BOOLEAN, "b ∈ BOOL", "FALSE"},
    {"s", ELEMENTS, "s ⊆ S", "∅"},
    {"f", COLOURING, "f ∈ S ⇸ C", "∅"},
    {"g", COUNTING, "g ∈ S → ℤ", "S × {1}"},
    {"r", LINKS, "r ∈ S ↔ S", "∅"},
    {"q", COLOURS, "q ⊆ C", "C"},
    {"p", NUMBERS, "p ⊆ ℤ", "{0, 2}"},
    {"w", FAMILY, "w ⊆ ℙ(S)", "{S}"},
};
enum { VARIABLE_COUNT = sizeof variables / sizeof *variables, MOST_LOCALS = 8 };

struct generator {
    uint64_t state;
    struct text *out;
    bool used[VARIABLE_COUNT];
    struct {
        char name[8];
        enum type type;
        bool primed;
    } locals[MOST_LOCALS];
    unsigned local_count, names;
};

static unsigned below(struct generator *g, unsigned limit) {
    g->state = g->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((g->state >> 33) % limit);
}

static void put(struct generator *g, const char *text) { text_add(g->out, text); }

static void expression(struct generator *g, enum type type, unsigned depth);
static void predicate(struct generator *g, unsigned depth);

/* A pattern such as "(@I + @I)": @ and a type's letter stand for an expression, @P for a predicate. */
static const char type_letters[] = "IECBSDNFGLW";

static void fill(struct generator *g, const char *pattern, unsigned depth) {
    for (; *pattern; pattern++) {
        if (*pattern == '@' && pattern[1] == 'P') {
            predicate(g, depth);
            pattern++;
        } else if (*pattern == '@') {
            expression(g, (enum type)(strchr(type_letters, pattern[1]) - type_letters), depth);
            pattern++;
        } else {
            text_add_char(g->out, *pattern);
        }
    }
}

static const char *const atoms[TYPE_COUNT][5] = {
    {"0", "1", "2", "k", "3"},
    {"e", "e", "e", "e", "e"},
    {"red", "green", "blue", "red", "green"},
    {"TRUE", "FALSE", "TRUE", "FALSE", "TRUE"},
    {"S", "∅ ⦂ ℙ(S)", "{e}", "S", "dom(h)"},
    {"C", "{red, blue}", "∅ ⦂ ℙ(C)", "{green}", "ran(h)"},
    {"{0, 1}", "0 ‥ 2", "∅ ⦂ ℙ(ℤ)", "{k, 3}", "1 ‥ k"},
    {"h", "S × {red}", "∅ ⦂ ℙ(S × C)", "{e ↦ green}", "h"},
    {"S × {k}", "{e ↦ 2}", "∅ ⦂ ℙ(S × ℤ)", "S × {0}", "S × {1}"},
    {"S × S", "∅ ⦂ ℙ(S × S)", "{e ↦ e}", "S × {e}", "{e} × S"},
    {"{S}", "∅ ⦂ ℙ(ℙ(S))", "{{e}}", "{∅ ⦂ ℙ(S), S}", "ℙ(S)"},
};

/* All integers stay within the bounds: what an identifier equals is what it can be. */
static const char *const operations[TYPE_COUNT][12] = {
    {"((@I + @I) mod 4)", "min({3, @I + 1})", "card(@S)", "min({3, card(@F)})", "(@I mod @I)", "(1 ÷ @I)", "min(@N)",
     "max(@N)", "(@G)(@E)", "max({−1, @I − 1})", "((@I ∗ @I) mod 4)", "min({3, card(@W)})"},
    {"(@L)(@E)", "((@F)∼)(@C)", "((@G)∼)(@I)", "@E", "@E", "(@L)(@E)", "@E", "@E", "@E", "@E", "@E", "@E"},
    {"(@F)(@E)", "@C", "(@F)(@E)", "(h)(@E)", "@C", "@C", "@C", "@C", "@C", "@C", "@C", "@C"},
    {"bool(@P)", "@B", "bool(@P)", "@B", "@B", "@B", "@B", "@B", "@B", "@B", "@B", "@B"},
    {"(@S ∪ @S)", "(@S ∩ @S)", "(@S ∖ @S)", "dom(@F)", "ran(@L)", "(@L)[@S]", "(@F)∼[@D]", "{@E, @E}", "union(@W)",
     "inter(@W)", "dom(@G)", "(@L)[{@E}]"},
    {"(@D ∪ @D)", "ran(@F)", "(@F)[@S]", "{@C}", "(@D ∖ @D)", "(@D ∩ @D)", "ran(@S ◁ @F)", "ran(@F)", "{@C, @C}",
     "(@F)[{@E}]", "ran(@F)", "(@D ∪ @D)"},
    {"(@N ∪ @N)", "(@N ∩ @N)", "ran(@G)", "{@I}", "(@N ∖ @N)", "(@G)[@S]", "(0 ‥ @I)", "{@I, @I}", "ran(@G)",
     "(@I ‥ @I)", "(@N ∖ @N)", "(@N ∩ @N)"},
    {"(@F ∪ @F)", "(@S ◁ @F)", "(@S ⩤ @F)", "(@F ▷ @D)", "(@F ⩥ @D)", "(@F <+ @F)", "(@L ; @F)", "(@S × @D)",
     "(@F ∘ @L)", "(@F <+ {@E ↦ @C})", "(@F ∩ @F)", "(@F ∖ @F)"},
    {"(@G <+ @G)", "(@S ◁ @G)", "(@S × {@I})", "(@L ; @G)", "(@G ∖ @G)", "(@G ▷ @N)", "(@G <+ {@E ↦ @I})",
     "(@G <+ {@E ↦ (@G)(@E)})", "(@S ⩤ @G)", "{@E ↦ @I}", "(@G ⩥ @N)", "(@G <+ @G)"},
    {"(@L ∪ @L)", "(@L)∼", "(@L ; @L)", "(@S × @S)", "(@L ∖ @L)", "(@S ◁ id)", "(@L ▷ @S)", "(@L ∩ id)", "(@L ∖ id)",
     "(@F ; (@F)∼)", "(@L <+ @L)", "{@E ↦ @E}"},
    {"(@W ∪ @W)", "ℙ(@S)", "{@S, @S}", "(@W ∖ @W)", "{@S}", "ℙ1(@S)", "(@W ∩ ℙ(@S))", "(@W ∖ ℙ(@S))", "(@W ∩ @W)",
     "{@S}", "{@S, @S}", "ℙ(@S)"},
};

static bool put_name(struct generator *g, enum type type) {
    const char *names[VARIABLE_COUNT + MOST_LOCALS];
    bool primed[VARIABLE_COUNT + MOST_LOCALS] = {false};
    unsigned count = 0;
    for (unsigned i = 0; i < VARIABLE_COUNT; i++)
        if (g->used[i] && variables[i].type == type) names[count++] = variables[i].name;
    for (unsigned i = 0; i < g->local_count; i++)
        if (g->locals[i].type == type) {
            primed[count] = g->locals[i].primed;
            names[count++] = g->locals[i].name;
        }
    if (count == 0) return false;
    unsigned chosen = below(g, count);
    put(g, names[chosen]);
    if (primed[chosen]) put(g, "'");
    return true;
}

/* The identifier's name; it must be taken away again. */
static const char *push_local(struct generator *g, enum type type) {
    char *name = g->locals[g->local_count].name;
    name[0] = 'v';
    name[1] = (char)('a' + g->names / 26 % 26);
    name[2] = (char)('a' + g->names++ % 26);
    name[3] = 0;
    g->locals[g->local_count].primed = false;
    g->locals[g->local_count++].type = type;
    return name;
}

static enum type small_type(struct generator *g) {
    static const enum type types[] = {INT, ELEMENT, COLOUR, ELEMENT, ELEMENTS, BOOLEAN};
    return types[below(g, sizeof types / sizeof *types)];
}

/* A condition on the identifier that a plan can take values from. It speaks of others only. */
static void source(struct generator *g, const char *name, enum type type, unsigned depth) {
    static const char *const forms[TYPE_COUNT][3] = {{" ∈ {@I, @I}", " ∈ 0 ‥ k", " = @I"},
                                                     {" ∈ @S", " ∈ dom(@F)", " = @E"},
                                                     {" ∈ @D", " ∈ ran(@F)", " = @C"},
                                                     {" = @B", " ∈ BOOL", " = @B"},
                                                     {" ⊆ @S", " ∈ @W", " = @S"}};
    struct generator kept = *g;
    put(g, name);
    while (g->local_count && strcmp(g->locals[g->local_count - 1].name, name) != 0) g->local_count--;
    if (g->local_count) g->local_count--;
    fill(g, forms[type][below(g, 3)], depth);
    memcpy(g->locals, kept.locals, sizeof g->locals);
    g->local_count = kept.local_count;
}

static void quantified(struct generator *g, const char *form, unsigned depth) {
    if (g->local_count + 2 >= MOST_LOCALS) {
        put(g, strcmp(form, "∀") == 0 || strcmp(form, "∃") == 0 ? "⊤" : "∅");
        return;
    }
    enum type type = small_type(g);
    const char *name = push_local(g, type);
    text_printf(g->out, "(%s%s ⦂ %s·", form, name, type_text[type]);
    if (below(g, 2)) {
        source(g, name, type, depth > 1 ? 1 : 0);
        put(g, strcmp(form, "∀") == 0 ? " ⇒ " : " ∧ ");
    }
    predicate(g, depth);
    put(g, ")");
    g->local_count--;
}

static void comprehension(struct generator *g, enum type type, unsigned depth) {
    static const char *const results[TYPE_COUNT] = {[ELEMENTS] = "@E",       [COLOURS] = "@C",    [NUMBERS] = "@I",
                                                    [COLOURING] = "@E ↦ @C", [LINKS] = "@E ↦ @E", [FAMILY] = "@S"};
    enum type over = small_type(g);
    const char *name = push_local(g, over);
    text_printf(g->out, "{%s ⦂ %s·", name, type_text[over]);
    if (below(g, 2)) {
        source(g, name, over, 0);
        put(g, " ∧ ");
    }
    predicate(g, depth);
    put(g, " ∣ ");
    fill(g, results[type], depth);
    put(g, "}");
    g->local_count--;
}

static void expression(struct generator *g, enum type type, unsigned depth) {
    unsigned which = below(g, 12);
    if (depth == 0 || which < 4) {
        if (below(g, 3) && put_name(g, type)) return;
        text_printf(g->out, "(%s)", atoms[type][below(g, 5)]);
        return;
    }
    bool comprehends =
        type == ELEMENTS || type == COLOURS || type == NUMBERS || type == COLOURING || type == LINKS || type == FAMILY;
    if (which == 11 && comprehends && g->local_count + 1 < MOST_LOCALS)
        comprehension(g, type, depth - 1);
    else
        fill(g, operations[type][below(g, 12)], depth - 1);
}

static void predicate(struct generator *g, unsigned depth) {
    static const char *const simple[] = {"@I = @I",
                                         "@I < @I",
                                         "@I ≤ @I",
                                         "@E = @E",
                                         "@E ∈ @S",
                                         "@C ∈ @D",
                                         "@S ⊆ @S",
                                         "@B = @B",
                                         "@C ≠ @C",
                                         "@S = @S",
                                         "@I ∈ @N",
                                         "@E ∉ @S",
                                         "@S ∈ @W",
                                         "@S ⊂ @S",
                                         "@I > @I",
                                         "@I ∈ ℕ",
                                         "@N ⊆ ℕ",
                                         "@E ↦ @C ∈ @F",
                                         "@F ∈ @S ⇸ @D",
                                         "@F ∈ @S → @D",
                                         "@F ∈ @S ⤔ @D",
                                         "@L ∈ @S ↠ @S",
                                         "@L ∈ @S ⤖ @S",
                                         "@E ↦ @E ∈ @L",
                                         "@E ↦ @E ∈ @S × @S",
                                         "@S ⊈ @S",
                                         "@F = @F",
                                         "partition(@S, @S, @S)",
                                         "finite(@S)",
                                         "@G ∈ @S → ℤ",
                                         "@S ∈ ℙ1(@S)"};
    static const char *const compound[] = {"(@P ∧ @P)", "(@P ∨ @P)", "¬(@P)", "(@P ⇒ @P)", "(@P ⇔ @P)", "(@P ∧ @P)"};
    unsigned which = below(g, 10);
    if (depth == 0 || which < 5)
        fill(g, simple[below(g, sizeof simple / sizeof *simple)], depth ? depth - 1 : 0);
    else if (which < 8)
        fill(g, compound[below(g, sizeof compound / sizeof *compound)], depth - 1);
    else
        quantified(g, which == 8 ? "∀" : "∃", depth - 1);
}

static void action(struct generator *g, unsigned variable, unsigned label) {
    const struct variable *v = &variables[variable];
    text_printf(g->out, "    @a%u %s ", label, v->name);
    char letter[3] = {'@', type_letters[v->type], 0};
    static const char *const choices[TYPE_COUNT] = {"@N", "@S", "@D", "BOOL", "@W"};
    unsigned which = below(g, 6);
    if (which == 0 && choices[v->type]) {
        put(g, ":∈ ");
        fill(g, choices[v->type], 1);
    } else if (which == 1 && v->type <= ELEMENTS && g->local_count + 1 < MOST_LOCALS) {
        strcpy(g->locals[g->local_count].name, v->name);
        g->locals[g->local_count].type = v->type;
        g->locals[g->local_count++].primed = true;
        put(g, ":∣ ");
        predicate(g, 2);
        g->local_count--;
    } else {
        static const char *const leaving[TYPE_COUNT] = {
            [INT] = "@I + @I", [NUMBERS] = "{@I + @I, @I − @I}", [COUNTING] = "@G <+ {@E ↦ @I ∗ @I}"};
        put(g, "≔ ");
        fill(g, which == 2 && leaving[v->type] ? leaving[v->type] : letter, 2);
    }
    put(g, "\n");
}

/* P ⇒ p = E, where neither P nor E mentions parameters: a value that depends on a case. */
static void decided(struct generator *g, unsigned parameter) {
    const struct generator before = *g;
    char letter[3] = {'@', type_letters[before.locals[parameter].type], 0};
    g->local_count = 0;
    predicate(g, 1);
    text_printf(g->out, " ⇒ %s = ", before.locals[parameter].name);
    fill(g, letter, 1);
    memcpy(g->locals, before.locals, sizeof g->locals);
    g->local_count = before.local_count;
}

static void event(struct generator *g, unsigned number) {
    unsigned parameters = below(g, 3), guards = below(g, 3), label = 0;
    text_printf(g->out, "  event e%u", number);
    if (parameters) put(g, " any");
    for (unsigned i = 0; i < parameters; i++) text_printf(g->out, " %s", push_local(g, small_type(g)));
    if (parameters + guards) put(g, "\n  where\n");
    for (unsigned i = 0; i < parameters; i++)
        text_printf(g->out, "    @t%u %s ∈ %s\n", i, g->locals[i].name,
                    g->locals[i].type == ELEMENTS ? "ℙ(S)" : type_text[g->locals[i].type]);
    for (unsigned i = 0; i < guards + (parameters && below(g, 2)); i++) {
        text_printf(g->out, "    @g%u ", i);
        if (i >= guards)
            source(g, g->locals[parameters - 1].name, g->locals[parameters - 1].type, 1);
        else if (parameters && below(g, 3) == 0)
            decided(g, below(g, parameters));
        else
            predicate(g, 2);
        put(g, "\n");
    }
    put(g, "\n  then\n");
    bool any = false;
    for (unsigned i = 0; i < VARIABLE_COUNT; i++) {
        if (!g->used[i] || below(g, 3)) continue;
        action(g, i, label++);
        any = true;
    }
    for (unsigned i = 0; !any && i < VARIABLE_COUNT; i++)
        if (g->used[i]) {
            action(g, i, 0);
            any = true;
        }
    put(g, "  end\n");
    g->local_count = 0;
}

void random_machine(uint64_t number, struct text *out) {
    struct generator g = {.state = number * 0x9e3779b97f4a7c15u + 1, .out = out};
    for (unsigned i = 0; i < 4; i++) below(&g, 2);
    for (unsigned i = 0; i < VARIABLE_COUNT; i++) g.used[i] = below(&g, 2);
    g.used[below(&g, VARIABLE_COUNT)] = true;
    put(&g, "context ctx\nsets S C\nconstants red green blue k e h\naxioms\n"
            "  @colours partition(C, {red}, {green}, {blue})\n  @k k ∈ 1 ‥ 2\n  @e e ∈ S\n  @h h ∈ S → C\n"
            "  @he h(e) = green\n");
    put(&g, "end\n\nmachine m sees ctx\nvariables");
    for (unsigned i = 0; i < VARIABLE_COUNT; i++)
        if (g.used[i]) text_printf(out, " %s", variables[i].name);
    put(&g, "\ninvariants\n");
    for (unsigned i = 0; i < VARIABLE_COUNT; i++)
        if (g.used[i]) text_printf(out, "  @i%u %s\n", i, variables[i].invariant);
    put(&g, "  @j ");
    predicate(&g, 2);
    put(&g, "\nevents\n  event INITIALISATION\n  then\n");
    for (unsigned i = 0; i < VARIABLE_COUNT; i++)
        if (g.used[i])
            text_printf(out, "    @a%u %s %s %s\n", i, variables[i].name, variables[i].initial ? "≔" : ":∈",
                        variables[i].initial ? variables[i].initial : "S");
    put(&g, "  end\n");
    unsigned events = 1 + below(&g, 3);
    for (unsigned i = 0; i < events; i++) event(&g, i);
    put(&g, "end\n");
}
