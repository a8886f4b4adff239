#include "cfront/hidden/source_mask.h"

#include "base/word.h"
#include "cfront/hidden/processor_mask.h"
#include "cfront/missing/invented.h"
#include "cfront/program/symbols.h"

#include <string.h>

static const char *const masking[] = {"NVIC_DisableIRQ", "__NVIC_DisableIRQ", "HAL_NVIC_DisableIRQ",
                                      "DisableInterruptSource", NULL};
static const char *const unmasking[] = {"NVIC_EnableIRQ", "__NVIC_EnableIRQ", "HAL_NVIC_EnableIRQ",
                                        "EnableInterruptSource", NULL};
/* What functions without a body are called that may let interrupts come. */
static const char *const suspicious[] = {"enable", "restore", "unlock", "unmask",    "resume", "irq",
                                         "nvic",   "init",    "start",  "interrupt", "isr",    NULL};
/* ... and those that keep one out, whichever it is. */
static const char *const disabling[] = {"disable", "mask", NULL}, *const interrupts[] = {"irq", "interrupt", "int",
                                                                                         NULL};

static bool is_masked_anywhere(struct front *front) {
    for (size_t i = 0; !front->looked_for_masks && i < front->symbol_list.count; i++) {
        const struct symbol *symbol = front->symbol_list.items[i];
        front->masks_sources |= symbol->is_function && symbol->used && is_one_of(symbol->name, masking);
    }
    front->looked_for_masks = true;
    return front->masks_sources;
}

/* ---- whose it is ---- */

/* TIM2_IRQn: TIM2_IRQHandler */
static const char *handler_of(struct front *front, const char *name) {
    static const char suffix[] = "_IRQn";
    if (!ends_with(name, suffix)) return NULL;
    return arena_printf(front->scratch, "%.*s_IRQHandler", (int)(strlen(name) - (sizeof suffix - 1)), name);
}

/* As it is written, before macros are replaced. */
static const char *word_at(struct front *front, CXCursor cursor) {
    CXFile file;
    unsigned offset;
    size_t size, length = 0;
    CXSourceLocation begin = front->clang.getRangeStart(front->clang.getCursorExtent(cursor));
    front->clang.getExpansionLocation(begin, &file, NULL, NULL, &offset);
    const char *text = file ? front_contents(front, file, &size) : NULL;
    while (text && offset + length < size && is_word_char(text[offset + length])) length++;
    return length ? arena_text_n(front->scratch, text + offset, length) : "";
}

/* What a header that is missing would declare is a variable that nobody writes. */
static bool is_constant(struct front *front, CXCursor reference) {
    CXCursor declared = front->clang.getCursorReferenced(reference);
    enum CXCursorKind kind = front->clang.getCursorKind(declared);
    const struct symbol *symbol = kind == CXCursor_VarDecl ? symbol_of(front, declared) : NULL;
    return kind == CXCursor_EnumConstantDecl || kind == CXCursor_FunctionDecl ||
           (symbol && handler_of(front, symbol->name) && !symbol->written && !symbol->address_taken);
}

/* A constant's, or a routine's; "": it is computed. */
static const char *name_of(struct front *front, CXCursor argument) {
    for (;;) {
        enum CXCursorKind kind = front->clang.getCursorKind(argument);
        if (kind == CXCursor_IntegerLiteral) return word_at(front, argument);
        if (kind == CXCursor_DeclRefExpr) return is_constant(front, argument) ? front_spelling(front, argument) : "";
        if (kind != CXCursor_ParenExpr && kind != CXCursor_UnexposedExpr && kind != CXCursor_CStyleCastExpr) return "";
        argument = front_last_expression(front, argument);
        if (front->clang.Cursor_isNull(argument)) return "";
    }
}

static bool is_routine(const struct cfront_names *names, uint32_t isr, const char *name) {
    const char *code = names->isr_codes ? names->isr_codes[isr] : NULL;
    return !strcmp(names->config->isrs[isr].name, name) || (code && !strcmp(code, name));
}

/* OSEK_NONE: there is none. One more than there are: a function that may become one, by what others do with it, or that
 * does nothing, so that who lets it come does nothing either. */
static uint32_t routine_of(struct front *front, const char *name) {
    const char *handler = handler_of(front, name);
    uint32_t count = front->names->config->isr_count;
    for (uint32_t i = 0; i < count; i++)
        if (is_routine(front->names, i, handler ? handler : name)) return i;
    const struct symbol *symbol = handler ? symbol_find_function(front, handler) : NULL;
    return symbol && symbol->has_definition ? count : OSEK_NONE;
}

/* ---- masking ---- */

static void emit(struct lower *lower, enum osek_service service, uint32_t isr, struct place place) {
    struct front *front = lower->front;
    const struct c_expression **arguments = arena_new_array(front->arena, const struct c_expression *, 1);
    arguments[0] = build_integer(front, type_integer(front, 4, false), isr, place);
    struct c_instruction *instruction = lower_emit(lower, C_SERVICE, place);
    instruction->service = service;
    instruction->text = osek_service_name(service);
    instruction->arguments = arguments, instruction->argument_count = 1;
}

static void lose(struct lower *lower, struct place place) {
    if (is_masked_anywhere(lower->front)) emit(lower, OSEK_SourceUnmasks, OSEK_NONE, place);
}

static void tell(struct front *front, const char *name) {
    front_assume_once(front, arena_printf(front->arena, "`%s` keeps no interrupt out", name));
}

static void mask(struct lower *lower, const char *function, const char *name, struct place place) {
    struct front *front = lower->front;
    uint32_t isr = routine_of(front, name);
    static const char form[] = "`%s` keeps %s out until somebody enables it again, as far as that can be seen here";
    if (isr == OSEK_NONE && handler_of(front, name)) return; /* there is no such routine */
    if (isr == OSEK_NONE) {
        tell(front, function);
        return;
    }
    emit(lower, OSEK_SourceMasks, isr, place);
    if (isr < front->names->config->isr_count)
        front_assume_once(front, arena_printf(front->arena, form, function, front->names->config->isrs[isr].name));
}

static void unmask(struct lower *lower, const char *name, struct place place) {
    uint32_t isr = routine_of(lower->front, name);
    if (!is_masked_anywhere(lower->front) || (isr == OSEK_NONE && handler_of(lower->front, name))) return;
    emit(lower, OSEK_SourceUnmasks, isr, place);
}

bool source_mask_masks(const char *function) { return is_one_of(function, masking); }

bool source_mask_knows(const char *function) { return is_one_of(function, masking) || is_one_of(function, unmasking); }

void source_mask_missing(struct lower *lower, const struct symbol *symbol, struct place place) {
    if (!processor_mask_knows(symbol->name) && contains_one_of(symbol->name, suspicious)) lose(lower, place);
}

static uint32_t isr_of(const struct osek_config *config, const char *name) {
    for (uint32_t i = 0; name && i < config->isr_count; i++)
        if (!strcmp(config->isrs[i].name, name)) return i;
    return OSEK_NONE;
}

void source_mask_register(struct lower *lower, struct place place) {
    const struct cfront_options *options = lower->front->options;
    for (size_t i = 0; i < options->registration_count; i++)
        if (place_is_same(options->registrations[i].place, place))
            emit(lower, OSEK_SourceRegisters, isr_of(lower->front->names->config, options->registrations[i].isr),
                 place);
}

/* A body that calls, writes and computes nothing (a mock's) keeps nothing out. */
static bool does_nothing(struct front *front, CXCursor cursor) {
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    bool is_idle = kind == CXCursor_FunctionDecl || kind == CXCursor_ParmDecl || kind == CXCursor_TypeRef ||
                   kind == CXCursor_CompoundStmt || kind == CXCursor_NullStmt || kind == CXCursor_ReturnStmt ||
                   kind == CXCursor_CStyleCastExpr || kind == CXCursor_DeclRefExpr || kind == CXCursor_ParenExpr ||
                   kind == CXCursor_UnexposedExpr || kind == CXCursor_IntegerLiteral ||
                   (kind >= CXCursor_FirstAttr && kind <= CXCursor_LastAttr);
    struct cursors children = front_children(front, cursor);
    for (size_t i = 0; is_idle && i < children.count; i++) is_idle = does_nothing(front, children.items[i]);
    return is_idle;
}

bool source_mask_call(struct lower *lower, const struct symbol *symbol, const CXCursor *arguments, unsigned count,
                      struct place place) {
    struct front *front = lower->front;
    bool masks = count && is_one_of(symbol->name, masking), unmasks = count && is_one_of(symbol->name, unmasking);
    if (symbol->has_definition && does_nothing(front, symbol->cursor)) return false;
    bool sounds_disabling = contains_one_of(symbol->name, disabling) && contains_one_of(symbol->name, interrupts);
    if (masks)
        mask(lower, symbol->name, name_of(front, arguments[0]), place);
    else if (unmasks)
        unmask(lower, name_of(front, arguments[0]), place);
    else if (!symbol->has_definition)
        source_mask_missing(lower, symbol, place);
    if (!masks && !symbol->has_definition && count && sounds_disabling) tell(front, symbol->name);
    return (masks || unmasks) && !symbol->has_definition;
}

/* The NVIC of ARM's smaller processors: set-enable registers, and others that enable nothing. What only a missing
 * header has lies nowhere, and is known by its name. */
static bool may_enable(const struct front *front, expression root, const char *name) {
    static const char *const others[] = {"ICER", "ICPR", "ISPR", "IABR", "IP", NULL};
    if (!front_is_arm(front)) return true;
    if (strstr(name, "NVIC") || strstr(name, "ISER")) return !contains_one_of(name, others);
    if (root->kind != C_DEREFERENCE || root->left->kind != C_CONSTANT) return true;
    uint64_t address = (uint64_t)root->left->integer;
    return address >= 0xe000e100 && address < 0xe000e180 && !strstr(name, "ICER");
}

/* `REGISTERS[2]`, of `#define REGISTERS ((volatile unsigned *)0x4010)` */
static expression base_of(expression pointer) {
    while (pointer->kind == C_CONVERT || (pointer->kind == C_BINARY && pointer->op == C_ADD)) pointer = pointer->left;
    return pointer;
}

/* "NVIC0x4010.ISER": what a missing header calls it, where it is one of those. */
static const char *whole_name(struct front *front, expression root, const char *name) {
    expression base = root->kind == C_DEREFERENCE ? base_of(root->left) : root;
    const struct invention *of =
        base->kind == C_CONSTANT ? invented_at(&front->invented, (uint64_t)base->integer) : NULL;
    return arena_printf(front->scratch, "%s%s", of ? of->name : "", name ? name : "");
}

void source_mask_write(struct lower *lower, expression target, const char *name, struct place place) {
    struct front *front = lower->front;
    expression root = c_root(target);
    bool is_elsewhere = root->kind == C_OBJECT && root->object->is_elsewhere;
    bool is_through_pointer = root->kind == C_DEREFERENCE && target->is_volatile;
    bool is_outside = name || is_through_pointer || is_elsewhere;
    if (is_outside && may_enable(front, root, whole_name(front, root, name))) lose(lower, place);
}
