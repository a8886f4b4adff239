#include "cfront/cfront.h"

#include "base/limits.h"
#include "base/word.h"
#include "cfront/hidden/hidden_locks.h"
#include "cfront/hidden/hidden_sections.h"
#include "cfront/hidden/hidden_services.h"
#include "cfront/hidden/left_out.h"
#include "cfront/hidden/left_services.h"
#include "cfront/hidden/register_masks.h"
#include "cfront/ir/ignored.h"
#include "cfront/ir/surely_seen.h"
#include "cfront/library/headers.h"
#include "cfront/load/room.h"
#include "cfront/lower/idle_hook.h"
#include "cfront/lower/lower.h"
#include "cfront/lower/missing.h"
#include "cfront/missing/absent.h"
#include "cfront/missing/replaced_code.h"
#include "cfront/outside/elsewhere.h"
#include "cfront/outside/enumeration.h"
#include "cfront/outside/enumerations.h"
#include "cfront/outside/inputs.h"
#include "cfront/outside/open_values.h"
#include "cfront/program/address_numbers.h"
#include "cfront/program/layout.h"
#include "cfront/program/linker_sections.h"
#include "cfront/source/foreign.h"
#include "cfront/source/standard_numbers.h"
#include "cfront/unit.h"
#include "cfront/whole/enumerators.h"
#include "cfront/whole/error_stops.h"
#include "cfront/whole/heap.h"
#include "cfront/whole/identifier_flow.h"
#include "cfront/whole/stepped.h"
#include "cfront/whole/stub_names.h"
#include "cfront/whole/unknown_constants.h"
#include "cfront/whole/vendor_calls.h"

#include <stdlib.h>
#include <string.h>

/* ---- The target's data model ---- */

static bool is_told_not_to_fuse(const struct cfront_options *options) {
    for (size_t i = 0; i < options->argument_count; i++)
        if (!strcmp(options->arguments[i], "-ffp-contract=off")) return true;
    return false;
}

/* What headers_machine says of it. */
static void learn_machine(struct front *front, CXCursor enumeration) {
    struct cursors constants = front_children(front, enumeration);
    if (standard_numbers_are(front, &constants)) standard_numbers_tell(front, &constants);
    if (!constants.count || strcmp(front_spelling(front, constants.items[0]), "rtcheck_big_endian") != 0) return;
    if (front->clang.getEnumConstantDeclValue(constants.items[0]))
        diag_error(
            front->diagnostics, (struct place){front->units.items[0].path, 0, 0},
            "target `%s` is big-endian, but memory is modelled little-endian: give -target a little-endian machine "
            "with types of the same sizes (arm-none-eabi for 32 bits)",
            front->program->target);
    front->program->fuses_products =
        !is_told_not_to_fuse(front->options) && front->clang.getEnumConstantDeclValue(constants.items[1]);
    front->program->widens_reals = front->clang.getEnumConstantDeclValue(constants.items[2]);
    front->has_short_enums = front->clang.getEnumConstantDeclValue(constants.items[3]);
}

/* By its name: options make another machine of a target, too (-mbig-endian, -EB). */
static bool is_big_endian(const struct front *front, CXTranslationUnit unit) {
    static const char *const names[] = {"armeb",      "thumbeb", "aarch64_be", "mips-", "mips64-", "powerpc-",
                                        "powerpc64-", "ppc-",    "ppc64-",     "sparc", NULL};
    CXTargetInfo info = front->clang.getTranslationUnitTargetInfo(unit);
    const char *triple = front_text((struct front *)front, front->clang.TargetInfo_getTriple(info));
    front->clang.TargetInfo_dispose(info);
    return begins_with_one_of(triple, names);
}

static int pointer_width(const struct front *front, CXTranslationUnit unit) {
    CXTargetInfo info = front->clang.getTranslationUnitTargetInfo(unit);
    int width = front->clang.TargetInfo_getPointerWidth(info);
    front->clang.TargetInfo_dispose(info);
    return width;
}

/* Options of one source may make another machine of its target: -m32 in a compilation database. */
static void refuse_mixed_widths(struct front *front) {
    int ours = pointer_width(front, vec_last(&front->units).tu);
    for (size_t i = 0; i < front->units.count; i++) {
        struct place place = {front->units.items[i].path, 0, 0};
        int width = pointer_width(front, front->units.items[i].tu);
        if (is_big_endian(front, front->units.items[i].tu) && !is_big_endian(front, vec_last(&front->units).tu))
            diag_error(front->diagnostics, place,
                       "compiled for a big-endian machine, but memory is modelled little-endian");
        if (width != ours)
            diag_error(front->diagnostics, place,
                       "compiled for pointers of %d bits, but target `%s` has %d: say so with -target", width,
                       front->program->target, ours);
    }
}

static void find_model(struct front *front) {
    struct c_program *program = front->program;
    /* The last unit is ours (headers_machine). */
    CXCursor unit = front->clang.getTranslationUnitCursor(vec_last(&front->units).tu);
    struct cursors all = front_children(front, unit);
    for (size_t i = 0; i < all.count; i++) {
        enum CXCursorKind kind = front->clang.getCursorKind(all.items[i]);
        if (kind == CXCursor_EnumDecl) learn_machine(front, all.items[i]);
        if (kind != CXCursor_FunctionDecl) continue;
        const char *name = front_spelling(front, all.items[i]);
        CXType type = front->clang.getCursorType(all.items[i]);
        CXType result = front->clang.getResultType(type);
        if (!strcmp(name, "rtcheck_pointer")) program->pointer_size = (uint32_t)front->clang.Type_getSizeOf(result);
        if (!strcmp(name, "rtcheck_plain_char")) program->char_is_signed = result.kind == CXType_Char_S;
        if (!strcmp(name, "rtcheck_int")) program->int_type = type_of(front, result, all.items[i]);
    }
    program->pointer_type = type_pointer_to(front, type_void(front));
}

/* ---- Roles ---- */

struct role {
    enum c_role role;
    uint32_t context;
    const char *name;
};

static const char *const hook_names[] = {"StartupHook", "ShutdownHook", "ErrorHook", "PreTaskHook", "PostTaskHook"};
enum { HOOKS = sizeof hook_names / sizeof *hook_names };

static void hooks_in_use(const struct osek_config *config, bool in_use[HOOKS]) {
    const bool all[HOOKS] = {config->startup_hook, config->shutdown_hook, config->error_hook, config->pre_task_hook,
                             config->post_task_hook};
    memcpy(in_use, all, sizeof all);
}

static struct symbol *find_body(struct front *front, const char *prefix, const char *name) {
    struct symbol *symbol = symbol_find_function(front, arena_printf(front->scratch, "%s%s", prefix, name));
    return symbol && symbol->has_definition ? symbol : NULL;
}

static void enter(struct front *front, struct symbol *symbol, struct role role) {
    struct c_function *function = symbol_function(front, symbol);
    const struct c_function **entries = (const struct c_function **)front->program->entries;
    function->role = role.role;
    if (function->context == OSEK_NONE) function->context = role.context;
    function->name = arena_text(front->arena, role.name);
    entries[role.context] = function;
}

static struct place program_place(const struct front *front) {
    return (struct place){front->units.items[0].path, 0, 0};
}

/* Where headers may be missing, so may code. */
static bool goes_on(const struct front *front) { return front->options->without_headers; }

/* With ISR() around its name, or without. */
static struct symbol *find_isr_code(struct front *front, const char *name, bool *is_plain) {
    struct symbol *symbol = find_body(front, HEADERS_ISR, name);
    *is_plain = !symbol;
    if (!symbol) symbol = find_body(front, "", name);
    return symbol ? symbol : symbol_find_static(front, name);
}

static void find_isr(struct front *front, const struct osek_config *config, uint32_t isr) {
    const char *name = config->isrs[isr].name, *code = front->names->isr_codes ? front->names->isr_codes[isr] : NULL;
    bool is_plain = false;
    struct symbol *symbol = code ? find_isr_code(front, code, &is_plain) : NULL;
    if (!symbol) symbol = find_isr_code(front, code = name, &is_plain);
    is_plain = is_plain && symbol;
    if (!symbol && goes_on(front)) symbol = elsewhere_code(front, C_ISR, name);
    if (!symbol) {
        diag_error(front->diagnostics, program_place(front),
                   "ISR `%s` of the configuration has no code: no source defines ISR(%s)", name, name);
        return;
    }
    enter(front, symbol, (struct role){C_ISR, osek_context(config, OSEK_ISR, isr), name});
    symbol->function->is_plain = is_plain;
    symbol->function->code_name = arena_text(front->arena, code);
}

static void find_tasks_and_isrs(struct front *front, const struct osek_config *config) {
    for (uint32_t i = 0; i < config->task_count; i++) {
        const char *name = config->tasks[i].name;
        struct symbol *symbol = find_body(front, HEADERS_TASK, name);
        if (!symbol && goes_on(front)) symbol = elsewhere_code(front, C_TASK, name);
        if (symbol)
            enter(front, symbol, (struct role){C_TASK, osek_context(config, OSEK_TASK, i), name});
        else
            diag_error(front->diagnostics, program_place(front),
                       "task `%s` of the configuration has no code: no source defines TASK(%s)", name, name);
    }
    for (uint32_t i = 0; i < config->isr_count; i++) find_isr(front, config, i);
}

static void find_hooks(struct front *front, const struct osek_config *config) {
    bool in_use[HOOKS];
    hooks_in_use(config, in_use);
    for (uint32_t i = 0; i < HOOKS; i++) {
        struct symbol *symbol = find_body(front, "", hook_names[i]);
        if (symbol && in_use[i])
            enter(front, symbol,
                  (struct role){C_HOOK, osek_context(config, (enum osek_context_kind)(OSEK_STARTUP_HOOK + i), 0),
                                hook_names[i]});
        else if (symbol)
            diag_warning(front->diagnostics, symbol->place, "the configuration does not switch %s on: it never runs",
                         hook_names[i]);
        else if (in_use[i]) {
            diag_warning(front->diagnostics, program_place(front),
                         "the configuration switches %s on, but no source defines it: it does nothing", hook_names[i]);
            front_assume(front, arena_printf(front->arena, "%s, which no source defines, does nothing", hook_names[i]));
            vec_push(&front->unwritten, hook_names[i]);
        }
    }
}

static void find_callbacks(struct front *front, const struct osek_config *config) {
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const char *name = front->names->callbacks ? front->names->callbacks[i] : NULL;
        if (!name || config->alarms[i].action != OSEK_CALLBACK) continue;
        struct symbol *symbol = find_body(front, HEADERS_CALLBACK, name);
        if (!symbol) symbol = find_body(front, "", name);
        if (!symbol)
            symbol = find_body(front, "", arena_printf(front->arena, "%s_callback", name)); /* Trampoline's way */
        if (!symbol && goes_on(front)) symbol = elsewhere_code(front, C_CALLBACK, name);
        if (symbol)
            enter(front, symbol, (struct role){C_CALLBACK, osek_context(config, OSEK_ALARM_CALLBACK, i), name});
        else
            diag_error(front->diagnostics, program_place(front),
                       "callback `%s` of alarm `%s` has no code: no source defines ALARMCALLBACK(%s)", name,
                       config->alarms[i].name, name);
    }
}

static void find_main(struct front *front, const struct osek_config *config) {
    const char *name = "main";
    struct symbol *symbol = find_body(front, "", name);
    if (!symbol && find_body(front, "", HEADERS_NXT_MAIN)) symbol = find_body(front, "", name = HEADERS_NXT_SCREEN);
    if (symbol) enter(front, symbol, (struct role){C_MAIN, osek_context(config, OSEK_MAIN, 0), name});
}

static const char *isr_advice(struct front *front, const char *name) {
    return arena_printf(front->arena, " (a further .oil file makes it run: `ISR %s { CATEGORY = 2; };`)", name);
}

static void check_names(struct front *front) {
    static const struct {
        const char *prefix, *what, *macro;
        bool is_routine;
    } kinds[] = {{HEADERS_TASK, "task", "TASK", false},
                 {HEADERS_ISR, "ISR", "ISR", true},
                 {HEADERS_CALLBACK, "alarm callback", "ALARMCALLBACK", false}};
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        struct symbol *symbol = front->symbol_list.items[i];
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            if (!symbol->is_function || !symbol->has_definition || symbol->function ||
                !begins_with(symbol->name, kinds[k].prefix))
                continue;
            size_t length = strlen(kinds[k].prefix);
            diag_warning(front->diagnostics, symbol->place, "the configuration has no %s `%s`: it never runs",
                         kinds[k].what, symbol->name + length);
            const char *name = symbol->name + length;
            front_assume(front, arena_printf(front->arena, "%s(%s), which the configuration lacks, never runs%s",
                                             kinds[k].macro, name, kinds[k].is_routine ? isr_advice(front, name) : ""));
        }
    }
}

static void find_entries(struct front *front) {
    const struct osek_config *config = front->names->config;
    uint32_t contexts = osek_context_count(config);
    front->program->entries = arena_new_array(front->arena, const struct c_function *, contexts + 1);
    find_tasks_and_isrs(front, config);
    find_hooks(front, config);
    find_callbacks(front, config);
    find_main(front, config);
    check_names(front);
}

/* ---- Bodies ---- */

static void lower_globals(struct front *front) {
    for (size_t i = 0; i < front->symbol_list.count; i++) {
        struct symbol *symbol = front->symbol_list.items[i];
        bool unused = symbol->is_library && !symbol->object; /* what our library has is there if somebody uses it */
        if (symbol->is_function || !symbol->has_definition || unused || (symbol->object && symbol->object->function))
            continue;
        bool is_global = front->clang.getCursorKind(front->clang.getCursorSemanticParent(symbol->cursor)) ==
                         CXCursor_TranslationUnit;
        if (!is_global) continue;
        struct c_object *object = symbol_object(front, symbol, NULL);
        CXCursor initializer = front->clang.Cursor_getVarDeclInitializer(symbol->cursor);
        if (!front->clang.Cursor_isNull(initializer)) initializer_fix(front, object, initializer);
    }
}

/* Lowering a function may use others: as long as there are new ones. */
static void lower_functions(struct front *front) {
    for (size_t i = 0; i < front->symbol_list.count; i++)
        if (symbol_is_root(front, front->symbol_list.items[i])) symbol_function(front, front->symbol_list.items[i]);
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < front->symbol_list.count; i++) {
            struct symbol *symbol = front->symbol_list.items[i];
            if (!symbol->function || symbol->is_lowered) continue;
            lower_function(front, symbol);
            again = true;
        }
    }
}

/* Stubs may say what registers give: `volatile 0x4000 in 0..3`. */
static void find_registers(struct front *front) {
    struct c_register *registers = arena_new_array(front->arena, struct c_register, front->stubs.list.count + 1);
    for (size_t i = 0; i < front->stubs.list.count; i++) {
        struct stub *stub = &front->stubs.list.items[i];
        char *end;
        if (stub->kind != STUB_INPUT || !begins_with(stub->name, "0x")) continue;
        uint64_t address = strtoull(stub->name, &end, 16);
        if (*end) continue;
        registers[front->program->register_count++] = (struct c_register){address, stub->low, stub->high};
    }
    front->program->registers = registers;
    if (front->options->small_inputs) front->program->most_input = CFRONT_SMALL;
}

static int by_line(const void *one, const void *other) {
    const struct place *a = one, *b = other;
    return a->line != b->line ? (a->line > b->line) - (a->line < b->line) : strcmp(a->file, b->file);
}

static void hand_out_open_places(struct front *front) {
    size_t count = front->open_places.count;
    struct place *places = arena_new_array(front->arena, struct place, count + 1);
    for (size_t i = 0; i < count; i++) places[i] = front->open_places.items[i];
    qsort(places, count, sizeof *places, by_line);
    front->program->open_places = places, front->program->open_place_count = (uint32_t)count;
}

static void finish_program(struct front *front) {
    struct c_program *program = front->program;
    find_registers(front);
    unknown_constants_find(front);
    identifier_flow_find(front);
    missing_doubt_calls(front);
    hidden_services_look_at_events(front);
    hidden_sections_find(front);
    hidden_locks_look_at_code(front);
    stepped_look_at_code(front);
    register_masks_find(front);
    linker_sections_doubt(front);
    address_numbers_tell(front);
    const struct c_object **globals = arena_new_array(front->arena, const struct c_object *, front->globals.count + 1);
    const struct c_function **functions =
        arena_new_array(front->arena, const struct c_function *, front->functions.count + 1);
    for (size_t i = 0; i < front->globals.count; i++) globals[i] = front->globals.items[i];
    for (size_t i = 0; i < front->functions.count; i++) functions[i] = front->functions.items[i];
    program->globals = globals, program->global_count = (uint32_t)front->globals.count;
    program->functions = functions, program->function_count = (uint32_t)front->functions.count;
    struct c_unordered *unordered = arena_new_array(front->arena, struct c_unordered, front->unordered.count + 1);
    for (size_t i = 0; i < front->unordered.count; i++) unordered[i] = front->unordered.items[i];
    struct c_leap *leaps = arena_new_array(front->arena, struct c_leap, front->leaps.count + 1);
    for (size_t i = 0; i < front->leaps.count; i++) leaps[i] = front->leaps.items[i];
    program->misses_headers = absent_any(front);
    hand_out_open_places(front);
    open_values_find(front);
    program->leaps = leaps, program->leap_count = (uint32_t)front->leaps.count;
    struct c_given *given = arena_new_array(front->arena, struct c_given, front->given.count + 1);
    for (size_t i = 0; i < front->given.count; i++) given[i] = front->given.items[i];
    program->given = given, program->given_count = (uint32_t)front->given.count;
    program->unordered = unordered, program->unordered_count = (uint32_t)front->unordered.count;
    struct c_fixed *fixed = arena_new_array(front->arena, struct c_fixed, front->hardware.count + 1);
    for (size_t i = 0; i < front->hardware.count; i++) fixed[i] = front->hardware.items[i];
    program->fixed = fixed, program->fixed_count = (uint32_t)front->hardware.count;
}

/* Whoever gives sources and headers is taken to know the machine, too. */
static void assume_machine(struct front *front) {
    if (!front->has_no_target || !goes_on(front)) return;
    front_assume(
        front, arena_printf(front->arena,
                            "`int` has 32 bits, `long` and pointers have 64, `char` has %s sign, enumerations are %s, "
                            "numbers are aligned to their sizes and begin with their lowest byte (say otherwise with "
                            "--target)",
                            front->program->char_is_signed ? "a" : "no",
                            front->has_short_enums ? "as small as they can be" : "as large as `int`"));
}

static void load(struct front *front, const char *const *sources, size_t count) {
    struct diagnostics *diagnostics = front->diagnostics;
    if (front->options->stubs) stubs_read(&front->stubs, front->options->stubs, front->arena, diagnostics);
    enumerations_begin(front);
    units_parse(front, sources, count);
    if (diagnostics->errors || !front->units.count) return;
    refuse_mixed_widths(front);
    find_model(front);
    symbols_collect(front);
    if (diagnostics->errors) return;
    find_entries(front);
    inputs_find(front);
    lower_globals(front);
    lower_functions(front);
    error_stops_assume(front);
    enumerators_find(front);
    if (front->options->doubt) front_doubt(front, "%s", front->options->doubt);
    idle_hook_doubt(front);
    vendor_calls_doubt(front);
    absent_assume(front);
    missing_tell(front);
    replaced_doubt(front);
    symbols_tell_rivals(front);
    elsewhere_tell(front);
    foreign_tell(front);
    inputs_tell(front);
    enumeration_tell(front);
    left_out_assume(front);
    for (size_t i = 0; i < front->options->assumed_count; i++) front_assume(front, front->options->assumed[i]);
    assume_machine(front);
    standard_numbers_assume(front);
    heap_find(front);
    stubs_report_unused(&front->stubs, diagnostics);
    stub_names_check(front);
    if (diagnostics->errors) return;
    layout_program(front);
    finish_program(front);
    ignored_mark(front->program);
    front->program->neglect = surely_seen_mark(front->program);
}

struct job {
    struct front *front;
    const char *const *sources;
    size_t count;
};

static void do_job(void *context) {
    struct job *job = context;
    load(job->front, job->sources, job->count);
}

struct c_program *cfront_load(const char *const *sources, size_t source_count, const struct cfront_names *names,
                              const struct cfront_options *options, struct diagnostics *diagnostics) {
    unsigned errors = diagnostics->errors;
    struct text why = {0};
    struct front *front = memory_new(sizeof *front);
    limits_enter_library(); /* libclang aborts when it runs out of memory or of threads, also when it is loaded */
    bool opened = clang_open(&front->clang, &why);
    if (!opened || !source_count) {
        limits_leave_library();
        diag_error(diagnostics, (struct place){0}, "%s", source_count ? text_chars(&why) : "there is no C source");
        clang_close(&front->clang);
        text_free(&why);
        free(front);
        return NULL;
    }
    front->arena = arena_new();
    front->scratch = arena_new();
    front->diagnostics = diagnostics, front->names = names, front->options = options;
    struct c_program *program = arena_new_object(front->arena, struct c_program);
    program->arena = front->arena;
    front->program = program;
    struct job job = {front, sources, source_count};
    enum room_result result = room_for(do_job, &job);
    if (result == ROOM_NONE)
        diag_error(diagnostics, (struct place){sources[0], 0, 0}, "there is no memory to read C sources with");
    if (result == ROOM_EXHAUSTED) { /* the compiler is in no known state: nothing of it is touched again */
        diag_error(diagnostics, (struct place){sources[0], 0, 0},
                   "the compiler gave up: this source, or one after it, is nested too deeply");
        limits_leave_library();
        return NULL;
    }
    enumerations_free(front);
    units_free(front);
    left_services_free(front);
    front_free(front);
    limits_leave_library();
    free(front);
    if (diagnostics->errors == errors) return program;
    c_program_free(program);
    return NULL;
}

void c_program_free(struct c_program *program) {
    if (program) arena_free(program->arena);
}
