#include "app/subject/any.h"

#include "app/subject/boot.h"
#include "app/subject/half_sentence.h"
#include "app/subject/variable.h"
#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "base/word.h"
#include "cfront/outside/enumeration.h"
#include "cfront/program/types.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHOICES = 1 << 16 };

/* Bits of an object that an option has named. */
struct chosen {
    const char *text;
    const struct c_object *object;
    uint64_t first, end;
};

struct choosing {
    struct arena *arena; /* the program's */
    struct diagnostics *diagnostics;
    const struct c_program *program;
    const char *text; /* as it was given */
    bool is_unknown;  /* not what the user named: all of a variable whose first value nobody tells */
    bool has_range;
    int64_t low, high;
    enum cfront_enumerations reading;
    const char *enumerations; /* the last text whose numbers are only those of an enumeration; NULL: there is none */
    VEC(struct c_instruction) code;
    VEC(struct chosen) chosen;
};

static const struct place option_place = {"--any", 0, 0};

#define COMPLAIN(choosing, ...) diag_error((choosing)->diagnostics, option_place, __VA_ARGS__)

/* ---- choices ---- */

static struct c_expression *new_expression(struct choosing *choosing, enum c_expression_kind kind,
                                           const struct c_type *type, const struct c_expression *left) {
    struct c_expression *e = arena_new_object(choosing->arena, struct c_expression);
    e->kind = kind;
    e->type = type;
    e->left = left;
    if (left) e->place = left->place, e->is_volatile = left->is_volatile;
    return e;
}

static const struct c_expression *number(struct choosing *choosing, const struct c_type *type, int64_t value) {
    struct c_expression *e = new_expression(choosing, C_CONSTANT, type, NULL);
    e->integer = value;
    if (type->kind == C_FLOAT) e->real = c_real_bound(value);
    return e;
}

static const struct c_expression *element(struct choosing *choosing, const struct c_expression *array, uint32_t index) {
    struct c_expression *e = new_expression(choosing, C_INDEX, array->type->target, array);
    e->right = number(choosing, choosing->program->int_type, index);
    return e;
}

static const struct c_expression *member(struct choosing *choosing, const struct c_expression *record,
                                         const struct c_field *field) {
    struct c_expression *e = new_expression(choosing, C_MEMBER, field->type, record);
    e->field = field;
    e->is_volatile |= field->is_volatile;
    return e;
}

static void range_of(struct choosing *choosing, const struct c_expression *target, int64_t *low, int64_t *high) {
    *low = choosing->has_range ? choosing->low : INT64_MIN;
    *high = choosing->has_range ? choosing->high : INT64_MAX;
    if (target->type->kind != C_INTEGER) return;
    bool is_enumeration = target->type->enumerators && !choosing->has_range && !c_is_bit_field(target);
    type_range_at(target, low, high);
    if (is_enumeration && enumeration_values(choosing->reading, target->type, low, high))
        choosing->enumerations = choosing->text;
    bool fits = !choosing->has_range || (choosing->low >= *low && (target->type->is_signed || choosing->low >= 0) &&
                                         (choosing->high <= *high || (!target->type->is_signed && *high < 0)));
    unsigned bits = c_is_bit_field(target) ? target->field->bit_width : 0;
    if (!fits && bits)
        COMPLAIN(choosing, "`%s`: the range does not fit in %u bit%s of `%s`", choosing->text, bits,
                 bits == 1 ? "" : "s", target->type->name);
    else if (!fits)
        COMPLAIN(choosing, "`%s`: the range does not fit in `%s`", choosing->text, target->type->name);
    if (choosing->has_range) *low = choosing->low, *high = choosing->high;
    if (choosing->is_unknown) c_narrow(target->type, choosing->program->most_input, low, high);
}

static void choose_number(struct choosing *choosing, const struct c_expression *target) {
    int64_t low, high;
    range_of(choosing, target, &low, &high);
    vec_push(&choosing->code, (struct c_instruction){.kind = C_CHOOSE,
                                                     .target = target,
                                                     .value = number(choosing, target->type, low),
                                                     .other = number(choosing, target->type, high),
                                                     .text = choosing->text,
                                                     .initializes = choosing->is_unknown,
                                                     .place = target->place,
                                                     .statement = target->place});
}

static void choose(struct choosing *choosing, const struct c_expression *target, bool is_const);

static void choose_union(struct choosing *choosing, const struct c_expression *target) {
    for (uint32_t i = 0; i < target->type->count; i++) {
        const struct c_field *field = &target->type->fields[i];
        if (field->bit_width || type_free_bytes(field->type) != target->type->size) continue;
        choose(choosing, member(choosing, target, field), field->is_const);
        return;
    }
    COMPLAIN(choosing, "`%s` is, or has, a union no member of which has all its bytes: name a member", choosing->text);
}

static void choose_parts(struct choosing *choosing, const struct c_expression *target) {
    const struct c_type *type = target->type;
    for (uint32_t i = 0; i < type->count && choosing->code.count <= MOST_CHOICES; i++) {
        const struct c_field *field = type->kind == C_RECORD ? &type->fields[i] : NULL;
        choose(choosing, field ? member(choosing, target, field) : element(choosing, target, i),
               field && field->is_const);
    }
}

static void choose(struct choosing *choosing, const struct c_expression *target, bool is_const) {
    if (is_const && !choosing->is_unknown)
        COMPLAIN(choosing, "`%s` has a part that is constant: name the others", choosing->text);
    else if (target->type->kind == C_INTEGER || target->type->kind == C_FLOAT)
        choose_number(choosing, target);
    else if (target->type->kind == C_RECORD && target->type->is_union)
        choose_union(choosing, target);
    else if (target->type->kind == C_RECORD || target->type->kind == C_ARRAY)
        choose_parts(choosing, target);
    else if (!choosing->is_unknown)
        COMPLAIN(choosing, "`%s` is a pointer, or has one: where it leads cannot be anywhere", choosing->text);
}

/* ---- names ---- */

static const char *end_of_word(const char *at) {
    while (is_word_char(*at)) at++;
    return at;
}

static const struct c_expression *find_member(struct choosing *choosing, const struct c_expression *record,
                                              const char *name, size_t length) {
    const struct c_type *type = record->type;
    for (uint32_t i = 0; type->kind == C_RECORD && i < type->count; i++) {
        const struct c_field *field = &type->fields[i];
        if (field->name && spells(name, length, field->name)) {
            if (field->is_const) COMPLAIN(choosing, "`%s` is constant", choosing->text);
            return member(choosing, record, field);
        }
    }
    COMPLAIN(choosing, "`%s`: there is no such member", choosing->text);
    return NULL;
}

static const struct c_expression *find_element(struct choosing *choosing, const struct c_expression *array,
                                               const char **at) {
    char *end;
    unsigned long index = strtoul(*at, &end, 0);
    bool good = isdigit((unsigned char)**at) && *end == ']' && array->type->kind == C_ARRAY;
    *at = end + 1;
    if (good && index < array->type->count) return element(choosing, array, (uint32_t)index);
    COMPLAIN(choosing, good ? "`%s`: the array has fewer elements" : "`%s`: this is no element of an array",
             choosing->text);
    return NULL;
}

/* What stands behind the variable's name: .member, [3]. */
static const struct c_expression *find_part(struct choosing *choosing, const struct c_expression *place,
                                            const char *at) {
    while (place && *at) {
        const char *word = at + 1;
        if (*at == '[') {
            at = word;
            place = find_element(choosing, place, &at);
        } else if (*at == '.' && end_of_word(word) > word) {
            at = end_of_word(word);
            place = find_member(choosing, place, word, (size_t)(at - word));
        } else {
            COMPLAIN(choosing, "`%s` is no variable's name, with members (.x) and elements ([3])", choosing->text);
            return NULL;
        }
    }
    return place;
}

/* Without the range. What C wants to know when it compiles is no variable. */
static void complain_of_name(struct choosing *choosing) {
    int length = (int)strcspn(choosing->text, "=");
    const char *guesses = choosing->program->guesses;
    const char *quoted = arena_printf(choosing->arena, "`%.*s`", length, choosing->text);
    if (guesses && strstr(guesses, quoted))
        COMPLAIN(choosing, "%s is a constant that a missing header has: -D%.*s=1, say, gives it a value", quoted,
                 length, choosing->text);
    else
        COMPLAIN(choosing, "there is no variable %s", quoted);
}

static bool may_be_chosen(struct choosing *choosing, const struct c_object *object, unsigned found) {
    if (!object)
        complain_of_name(choosing);
    else if (found > 1)
        COMPLAIN(choosing, "there are several `%s`; write file.c::name or function::name", choosing->text);
    else if (object->is_const)
        COMPLAIN(choosing, "`%s` is constant", choosing->text);
    else if (object->is_input)
        COMPLAIN(choosing, "`%s` is an input: every read gives any value already", choosing->text);
    else
        return true;
    return false;
}

static const struct c_expression *whole_object(struct choosing *choosing, const struct c_object *object) {
    struct c_expression *whole = new_expression(choosing, C_OBJECT, object->type, NULL);
    whole->object = object;
    whole->place = object->place;
    whole->is_volatile = object->is_volatile;
    return whole;
}

static struct chosen bits_of(const struct choosing *choosing, const struct c_expression *place) {
    struct chosen bits = {.text = choosing->text, .end = c_bits_at(place)};
    const struct c_expression *e = place;
    for (; e->kind == C_MEMBER || e->kind == C_INDEX; e = e->left) {
        bits.first += e->kind == C_INDEX
                          ? (uint64_t)e->right->integer * e->type->size * 8
                          : (uint64_t)e->field->offset * 8 + (e->field->bit_width ? e->field->bit_offset : 0);
    }
    bits.object = e->object, bits.end += bits.first;
    return bits;
}

/* Which of two would count? */
static bool is_new(struct choosing *choosing, const struct c_expression *place) {
    struct chosen bits = bits_of(choosing, place);
    for (size_t i = 0; i < choosing->chosen.count; i++) {
        const struct chosen *other = &choosing->chosen.items[i];
        if (other->object != bits.object || other->first >= bits.end || bits.first >= other->end) continue;
        COMPLAIN(choosing, "`%s` and `%s` are about the same memory: only one can count", other->text, bits.text);
        return false;
    }
    vec_push(&choosing->chosen, bits);
    return true;
}

static void choose_named(struct choosing *choosing, char *name) {
    const char *colons = strstr(name, "::");
    size_t qualifier = colons ? (size_t)(colons - name) : 0;
    char *rest = (char *)end_of_word(colons ? colons + 2 : name), first = *rest;
    unsigned found;
    *rest = '\0';
    const struct c_object *object = variable_find(choosing->program, name, qualifier, &found);
    *rest = first;
    if (!may_be_chosen(choosing, object, found)) return;
    const struct c_expression *place = find_part(choosing, whole_object(choosing, object), rest);
    if (place && is_new(choosing, place)) choose(choosing, place, false);
}

/* ... =LOW..HIGH */
static bool read_range(struct choosing *choosing, const char *range) {
    char *end;
    choosing->has_range = true;
    choosing->low = strtoll(range, &end, 0);
    bool good = end != range && end[0] == '.' && end[1] == '.' && end[2];
    const char *high = good ? end + 2 : range;
    choosing->high = strtoll(high, &end, 0);
    good = good && !*end && choosing->low <= choosing->high;
    if (!good) COMPLAIN(choosing, "`%s`: a range is written =LOW..HIGH", choosing->text);
    return good;
}

static void read_one(struct choosing *choosing, const char *text) {
    char *name = arena_text(choosing->arena, text), *range = strchr(name, '=');
    choosing->text = arena_text(choosing->arena, text);
    choosing->has_range = false;
    if (range) *range = '\0';
    if (!range || read_range(choosing, range + 1)) choose_named(choosing, name);
    if (choosing->code.count > MOST_CHOICES)
        COMPLAIN(choosing, "`%s` has more parts than can be chosen", choosing->text);
}

/* What the option says of a variable goes before what the front end says. */
static bool is_named(const struct app_options *options, const struct c_object *object) {
    size_t length = strlen(object->name);
    for (size_t i = 0; i < options->any_count; i++)
        if (!strncmp(options->any[i], object->name, length) && end_of_word(options->any[i]) == options->any[i] + length)
            return true;
    return false;
}

static void choose_unknown(struct choosing *choosing, const struct app_options *options) {
    for (uint32_t i = 0; i < choosing->program->global_count; i++) {
        const struct c_object *object = choosing->program->globals[i];
        bool is_users = is_named(options, object);
        if (is_users) ((struct c_object *)object)->is_picked = false;
        if (!object->starts_with_any || is_users) continue;
        choosing->text = object->name;
        choosing->has_range = object->has_range;
        choosing->low = object->low, choosing->high = object->high;
        choosing->is_unknown = true;
        choose(choosing, whole_object(choosing, object), false);
        if (choosing->code.count > MOST_CHOICES)
            COMPLAIN(choosing, "`%s`, which no source defines, has more parts than can be chosen", choosing->text);
    }
}

/* ---- main() ---- */

static uint32_t default_mode(const struct cfront_names *names) {
    for (uint32_t i = 0; names && i < names->mode_count; i++)
        if (!strcmp(names->modes[i], "OSDEFAULTAPPMODE")) return i;
    return 0;
}

/* As in front of main()'s own code: jumps go as many instructions further. */
static void put_before(struct choosing *choosing, struct c_function *function) {
    uint32_t before = (uint32_t)choosing->code.count;
    for (uint32_t i = 0; i < function->code_count; i++) {
        struct c_instruction instruction = function->code[i];
        instruction.then += before;
        instruction.otherwise += before;
        vec_push(&choosing->code, instruction);
    }
}

static struct c_function *new_main(struct choosing *choosing, struct c_program *program, uint32_t context) {
    struct c_function *function = arena_new_object(choosing->arena, struct c_function);
    struct c_type *type = arena_new_object(choosing->arena, struct c_type);
    const struct c_function **functions =
        arena_new_array(choosing->arena, const struct c_function *, program->function_count + 2);
    *type =
        (struct c_type){.kind = C_FUNCTION, .name = "int (void)", .target = program->int_type, .has_prototype = true};
    uint64_t last = 0;
    for (uint32_t i = 0; i < program->function_count; i++) {
        functions[i] = program->functions[i];
        if (functions[i]->address > last) last = functions[i]->address;
    }
    *function = (struct c_function){.name = "main",
                                    .role = C_MAIN,
                                    .context = context,
                                    .index = program->function_count,
                                    .address = last + 1, /* no pointer leads there */
                                    .type = type,
                                    .place = choosing->code.items[0].place,
                                    .end = choosing->code.items[0].place};
    functions[program->function_count++] = function;
    program->functions = functions;
    ((const struct c_function **)program->entries)[context] = function;
    return function;
}

static void start_the_system(struct choosing *choosing, uint32_t mode, struct place place) {
    const struct c_expression **arguments = arena_new_array(choosing->arena, const struct c_expression *, 1);
    arguments[0] = number(choosing, choosing->program->int_type, mode);
    vec_push(&choosing->code, (struct c_instruction){.kind = C_SERVICE,
                                                     .service = OSEK_StartOS,
                                                     .text = "StartOS",
                                                     .arguments = arguments,
                                                     .argument_count = 1,
                                                     .place = place,
                                                     .statement = place});
    vec_push(&choosing->code, (struct c_instruction){.kind = C_RETURN,
                                                     .value = number(choosing, choosing->program->int_type, 0),
                                                     .place = place,
                                                     .statement = place});
}

static void call_service(struct choosing *choosing, enum osek_service service, const char *name) {
    struct place place = choosing->code.items[0].place;
    vec_push(&choosing->code,
             (struct c_instruction){
                 .kind = C_SERVICE, .service = service, .text = name, .place = place, .statement = place});
}

/* Where the system is up before main() begins, nothing comes before all is chosen. */
static void hold_interrupts_off(struct choosing *choosing) {
    call_service(choosing, OSEK_SuspendAllInterrupts, "SuspendAllInterrupts");
    struct c_instruction first = choosing->code.items[choosing->code.count - 1];
    memmove(choosing->code.items + 1, choosing->code.items, (choosing->code.count - 1) * sizeof first);
    choosing->code.items[0] = first;
    call_service(choosing, OSEK_ResumeAllInterrupts, "ResumeAllInterrupts");
}

static void build_main(struct choosing *choosing, const struct osek_config *config, const struct cfront_names *names,
                       struct c_program *program) {
    uint32_t context = osek_context(config, OSEK_MAIN, 0);
    struct c_function *function = (struct c_function *)program->entries[context];
    if (function && config->profile.main_goes_on && !boot_starts_somewhere(program)) hold_interrupts_off(choosing);
    program->prelude = (uint32_t)choosing->code.count;
    if (function) {
        put_before(choosing, function);
    } else {
        function = new_main(choosing, program, context);
        start_the_system(choosing, default_mode(names), function->place);
        program->prelude = (uint32_t)choosing->code.count - 1; /* what comes behind StartOS is in the run */
    }
    struct c_instruction *code = arena_new_array(choosing->arena, struct c_instruction, choosing->code.count);
    memcpy(code, choosing->code.items, choosing->code.count * sizeof *code);
    function->code = code;
    function->code_count = (uint32_t)choosing->code.count;
}

static void tell_enumerations(const struct choosing *choosing, struct c_program *program) {
    const char *begins = arena_printf(choosing->arena, "`%s` begins", choosing->enumerations);
    program->enumerators_taken = half_sentence_join(
        choosing->arena, program->enumerators_taken,
        arena_printf(choosing->arena,
                     "%s with no number but the enumerators of its type, or what they have in between "
                     "(--any %s=LOW..HIGH says otherwise)",
                     begins, choosing->enumerations));
    if (!program->enumerations_given) program->enumerations_given = begins;
}

void any_prepare(const struct osek_config *config, const struct cfront_names *names, struct c_program *program,
                 const struct app_options *options, struct diagnostics *diagnostics) {
    struct choosing choosing = {.arena = program->arena,
                                .diagnostics = diagnostics,
                                .program = program,
                                .reading = options->cfront.enumerations};
    unsigned errors = diagnostics->errors;
    for (size_t i = 0; i < options->any_count && diagnostics->errors == errors; i++)
        read_one(&choosing, options->any[i]);
    choose_unknown(&choosing, options);
    if (choosing.code.count && diagnostics->errors == errors) build_main(&choosing, config, names, program);
    if (choosing.enumerations) tell_enumerations(&choosing, program);
    vec_free(&choosing.code);
    vec_free(&choosing.chosen);
}
