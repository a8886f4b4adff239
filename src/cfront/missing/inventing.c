#include "cfront/missing/inventing.h"

#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/missing/absent.h"
#include "cfront/missing/accidental.h"
#include "cfront/missing/borrowed.h"
#include "cfront/missing/brace_list.h"
#include "cfront/missing/complaint.h"
#include "cfront/missing/function_values.h"
#include "cfront/missing/guessed_numbers.h"
#include "cfront/missing/invented.h"
#include "cfront/missing/learning.h"
#include "cfront/missing/number_once.h"
#include "cfront/missing/number_use.h"
#include "cfront/missing/polled.h"
#include "cfront/missing/quoted.h"
#include "cfront/missing/results.h"
#include "cfront/missing/stray_word.h"
#include "cfront/missing/unknown_block.h"
#include "cfront/missing/uses.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static bool is_among(const struct complaint *complaint, size_t begin, size_t end, const char *const *words) {
    for (; *words; words++)
        if (strlen(*words) == end - begin && !memcmp(complaint->text + begin, *words, end - begin)) return true;
    return false;
}

/* Does the message's name stand at its place? Not in what macros make. */
static bool is_there(const struct complaint *complaint, const char *name) {
    size_t length = strlen(name);
    return complaint->text && complaint->offset + length <= complaint->length &&
           !memcmp(complaint->text + complaint->offset, name, length);
}

/* `Type FAR x`, `Type x SECTION`: of such words one that is not called as macros are is the type. */
static bool is_type_of_three(const struct complaint *complaint, const char *name, size_t second, size_t third) {
    size_t begin = complaint->offset, end = begin + strlen(name);
    if (number_name(name)) return true;
    return !looks_like_macro(complaint, begin, end) &&
           (looks_like_macro(complaint, second, skip_word(complaint, second)) ||
            looks_like_macro(complaint, third, skip_word(complaint, third)));
}

/* `NAME unsigned x`, `NAME uint8_t x`, `NAME type *`: no type, but something that stands before one. */
static bool stands_before_a_type(const struct complaint *complaint, const char *name) {
    static const char *const types[] = {"unsigned", "signed", "int",    "char", "short", "long",  "float", "double",
                                        "void",     "struct", "static", "enum", "union", "_Bool", NULL};
    static const char *const qualifiers[] = {"const", "volatile", "restrict", NULL};
    size_t begin = skip_spaces(complaint, complaint->offset + strlen(name)), end = skip_word(complaint, begin);
    if (end == begin || is_among(complaint, begin, end, qualifiers)) return false;
    size_t next = skip_spaces(complaint, end);
    if (headers_has_abstraction(complaint->text + begin, end - begin)) return char_at(complaint, next) == '(';
    if (is_among(complaint, begin, end, types)) return true;
    bool goes_on = is_word_char(char_at(complaint, next)) || char_at(complaint, next) == '*';
    return goes_on && !is_type_of_three(complaint, name, begin, next);
}

/* `VAR(NAME, AUTOMATIC)` */
static bool is_given_to_abstraction(const struct complaint *complaint) {
    size_t open = spaces_before(complaint, complaint->offset);
    if (!open || complaint->text[open - 1] != '(') return false;
    size_t end = spaces_before(complaint, open - 1), begin = word_before(complaint, end);
    return headers_has_abstraction(complaint->text + begin, end - begin);
}

/* `NAME x`, `; NAME *x`, `(NAME *)`, `(NAME)x`: what looks like an expression to the compiler is none. */
static bool looks_like_a_type(const struct complaint *complaint, const char *name) {
    if (is_given_to_abstraction(complaint)) return true;
    size_t behind = complaint->offset + strlen(name), next = skip_spaces(complaint, behind);
    size_t before = spaces_before(complaint, complaint->offset);
    char ahead = before ? complaint->text[before - 1] : ';';
    size_t after = next;
    while (char_at(complaint, after) == '*') after = skip_spaces(complaint, after + 1);
    bool is_pointer = after != next;
    char end = char_at(complaint, after);
    if (!is_pointer && is_word_char(end)) return true;
    if (is_pointer && end == ')') return true;
    if (is_pointer && is_word_char(end)) return strchr(";{}", ahead) != NULL;
    if (end != ')' || ahead != '(') return false;
    size_t operand = skip_spaces(complaint, after + 1), call = spaces_before(complaint, before - 1);
    char c = char_at(complaint, operand);
    bool has_operand = is_word_char(c) || (c && strchr("(~!\"", c));
    return has_operand && !(call && is_word_char(complaint->text[call - 1]));
}

/* ---- Names ---- */

static bool is_behind_bracket(const struct complaint *complaint, size_t at) {
    size_t before = spaces_before(complaint, at);
    return before && complaint->text[before - 1] == '(';
}

/* `_CONFIG(WORD & WORD)` at the beginning of a line, outside of functions: the name before the bracket. Not
 * `FUNC(Type, memory) f(void)`: there the type is what is missing. */
static const char *called_line(const struct complaint *complaint) {
    if (!complaint->text) return NULL;
    size_t first = complaint->offset, end = skip_word(complaint, first);
    size_t open = spaces_before(complaint, first), name = open, name_end = open;
    if (is_word_char(char_at(complaint, skip_spaces(complaint, end)))) return NULL;
    while (is_behind_bracket(complaint, name)) { /* `ATTRIBUTE(section("x"))` */
        open = spaces_before(complaint, name);
        name_end = spaces_before(complaint, open - 1), name = word_before(complaint, name_end);
    }
    size_t line = name;
    while (line && (complaint->text[line - 1] == ' ' || complaint->text[line - 1] == '\t')) line--;
    size_t behind = skip_spaces(complaint, skip_brackets(complaint, open - 1));
    if (headers_has_abstraction(complaint->text + name, name_end - name)) return NULL;
    if (name == name_end || (line && complaint->text[line - 1] != '\n') || char_at(complaint, behind) == '{')
        return NULL;
    return arena_text_n(complaint->front->scratch, complaint->text + name, name_end - name);
}

/* `DEFINE(int, speed);` */
static const char *line_here(const struct complaint *complaint) {
    size_t begin = complaint->text ? complaint->offset : 0, end = complaint->text ? skip_word(complaint, begin) : 0;
    size_t open = skip_spaces(complaint, end);
    if (!looks_like_macro(complaint, begin, end) || char_at(complaint, open) != '(') return NULL;
    size_t close = skip_brackets(complaint, open);
    bool is_empty = skip_spaces(complaint, open + 1) + 1 == close;
    if (is_empty || char_at(complaint, skip_spaces(complaint, close)) != ';') return NULL;
    return arena_text_n(complaint->front->scratch, complaint->text + begin, end - begin);
}

static bool learn_lines(const struct complaint *complaint) {
    bool may_be = says(complaint, "a parameter list without types") || says(complaint, "unknown type name '") ||
                  says(complaint, "expected parameter declarator");
    const char *name = may_be ? called_line(complaint) : NULL;
    if (!name && says(complaint, "type specifier missing")) name = line_here(complaint);
    return name && learning_add(complaint, name, INVENTED_LINE);
}

/* `NAME`, where only `struct NAME` is known. */
static bool learn_type_of_tag(const struct complaint *complaint) {
    static const char behind[] = "tag to refer to type '";
    const char *name = says(complaint, "must use '") ? strstr(complaint->message, behind) : NULL;
    if (!name) return false;
    name += sizeof behind - 1;
    return learning_add(complaint, arena_text_n(complaint->front->scratch, name, strcspn(name, "'")), INVENTED_TYPE);
}

/* `void (*f)(NAME)`: what is in the brackets are types, unless others follow, as of `void NAKED (f)(void)`. */
static bool learn_parameters(const struct complaint *complaint) {
    bool learned = false;
    size_t end = complaint->offset;
    while (char_at(complaint, end) && !strchr("();{}", char_at(complaint, end))) end++;
    if (char_at(complaint, end) != ')' || char_at(complaint, skip_spaces(complaint, end + 1)) == '(') return false;
    for (size_t at = complaint->offset, behind; at<end; at = behind> at ? behind : at + 1) {
        behind = skip_word(complaint, at);
        const char *name = arena_text_n(complaint->front->scratch, complaint->text + at, behind - at);
        learned |= behind > at && learning_add(complaint, name, INVENTED_TYPE);
    }
    return learned;
}

static bool learn_types(const struct complaint *complaint) {
    const char *name = absent_name(complaint->front, complaint->message);
    if (complaint->text && says(complaint, "a parameter list without types is only allowed"))
        return learn_parameters(complaint);
    if (!name) return learn_type_of_tag(complaint);
    bool there = is_there(complaint, name);
    if (says(complaint, "unknown type name '"))
        return learning_add(complaint, name,
                            there && stands_before_a_type(complaint, name) ? INVENTED_WORD : INVENTED_TYPE);
    return there && looks_like_a_type(complaint, name) && learning_add(complaint, name, INVENTED_TYPE);
}

static bool learn_stray(const struct complaint *complaint) {
    enum invented_kind kind;
    const char *name = stray_word(complaint, &kind);
    return name && learning_add(complaint, name, kind);
}

enum tag { TAG_STRUCT, TAG_UNION, TAG_ENUM };

/* `struct NAME` at the beginning of what a message quotes; NULL: it is none. In the scratch arena. */
static const char *tag_in(const struct complaint *complaint, const char *quoted, enum tag *tag) {
    static const char *const words[] = {"struct ", "union ", "enum "};
    while (begins_with(quoted, "const ") || begins_with(quoted, "volatile ")) quoted = strchr(quoted, ' ') + 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!begins_with(quoted, words[i])) continue;
        *tag = (enum tag)i;
        quoted += strlen(words[i]);
        if (*quoted == '(') return NULL; /* `(unnamed struct at ...)`, which something else makes incomplete */
        return arena_text_n(complaint->front->scratch, quoted, strcspn(quoted, "'[ "));
    }
    return NULL;
}

/* `extern enum colour c;`, which is used as a number: nothing says `incomplete`. */
static bool is_open_enum(const struct complaint *complaint) {
    static const char *const uses[] = {"invalid operands to binary expression",
                                       "statement requires expression of integer",
                                       "array subscript is not an integer",
                                       "assigning to '",
                                       "initializing '",
                                       "passing '",
                                       "returning '",
                                       "invalid argument type",
                                       "operand of type '"};
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (says(complaint, uses[i])) return strstr(complaint->message, "enum ") != NULL;
    return false;
}

/* ... of which nobody says what it has. */
static bool learn_tags(const struct complaint *complaint) {
    enum tag tag = TAG_STRUCT;
    const char *name = NULL, *quote = strchr(complaint->message, '\'');
    bool is_enum = is_open_enum(complaint);
    if (!strstr(complaint->message, "incomplete") && !says(complaint, "tentative definition has type '") && !is_enum)
        return false;
    for (; quote && !name; quote = strchr(quote + 1, '\'')) name = tag_in(complaint, quote + 1, &tag);
    if (is_enum && tag != TAG_ENUM) return false;
    if (!name || !learning_add(complaint, name, INVENTED_TAG)) return false;
    invented_find(&complaint->front->invented, name)->is_enum = tag == TAG_ENUM;
    invented_find(&complaint->front->invented, name)->is_union = tag == TAG_UNION;
    return true;
}

/* Registers that programs read and do not write, by the names that makers of controllers give them: pins, timers, what
 * was converted or received, flags. */
static bool is_input_register(const char *name) {
    static const char *const patterns[] = {"PIN[A-L]",  "P[0-9]IN",       "P[0-9][0-9]IN", "TCNT*",
                                           "TMR[0-9]*", "TA[0-9]*R",      "TB[0-9]*R",     "ADC",
                                           "ADC[HLW]",  "ADCDATA",        "ADRES*",        "ADC1[02]MEM*",
                                           "UDR",       "UDR[0-9]",       "*RXBUF*",       "RCREG*",
                                           "*_IDR",     "*_SR",           "P[0-9]IFG",     "P[0-9][0-9]IFG",
                                           "IFG[0-9]",  "UC[AB][0-9]IFG", "ADC1[02]IFG*"};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (!fnmatch(patterns[i], name, 0)) return true;
    return false;
}

static bool learn_constants(const struct complaint *complaint) {
    const char *name = absent_name(complaint->front, complaint->message);
    if (name && says(complaint, "use of") && unknown_block_learn(complaint, name)) return true;
    return name && says(complaint, "use of") &&
           learning_add(complaint, name, is_input_register(name) ? INVENTED_HARDWARE : INVENTED_CONSTANT);
}

/* A type of C that has no other name than its words. */
static bool is_basic(const char *type) {
    static const char *const words[] = {"unsigned", "signed", "char",  "short",  "int",
                                        "long",     "_Bool",  "float", "double", NULL};
    for (size_t length; *type; type += length + (type[length] == ' ')) {
        length = strcspn(type, " ");
        size_t i = 0;
        while (words[i] && !spells(type, length, words[i])) i++;
        if (!words[i]) return false;
    }
    return true;
}

/* `uint8_t f()` in a stubs file: that is its declaration. NULL: it is as C of old says, or no number. */
static const char *stubbed_type(struct front *front, const char *name) {
    const struct stub *stub = stubs_find(&front->stubs, STUB_CALL, name);
    const struct number_name *number = stub && stub->type ? number_name(stub->type) : NULL;
    const char *type = number ? number->type : stub && stub->type && is_basic(stub->type) ? stub->type : NULL;
    return type && strcmp(type, "int") != 0 ? type : NULL;
}

bool inventing_have_stubs(struct front *front) {
    for (size_t i = 0; i < front->undeclared.count; i++)
        if (stubbed_type(front, front->undeclared.items[i])) return true;
    return false;
}

static bool learn_stubbed(const struct complaint *complaint, const char *name) {
    const char *type = stubbed_type(complaint->front, name);
    if (!type || !learning_add(complaint, name, INVENTED_FUNCTION)) return false;
    invented_find(&complaint->front->invented, name)->result = type;
    return true;
}

/* `p();`, where another source has a pointer of that name, or a function that gives something else than an int, for
 * which C of old takes it. */
static bool learn_called(const struct complaint *complaint) {
    const struct borrowed *borrowed = complaint->front->borrowed;
    if (!says(complaint, "call to undeclared function '")) return false;
    const char *name = learning_first_quoted(complaint);
    if (unknown_block_learn(complaint, name)) return true;
    if (borrowed_lacks_macro(borrowed, name)) return learning_add(complaint, name, INVENTED_MACRO);
    if (learn_stubbed(complaint, name)) return true;
    if (open_values_give(complaint->front, name)) return learning_add(complaint, name, INVENTED_FUNCTION);
    return borrowed_is_needed(borrowed, name) && learning_add(complaint, name, INVENTED_CONSTANT);
}

/* `STATIC_CAST(type, x)` */
static bool learn_cast_macro(const struct complaint *complaint) {
    size_t open = complaint->text ? spaces_before(complaint, complaint->offset) : 0;
    if (!open || complaint->text[open - 1] != '(') return false;
    size_t end = spaces_before(complaint, open - 1), begin = word_before(complaint, end);
    const char *name = arena_text_n(complaint->front->scratch, complaint->text + begin, end - begin);
    if (!strcasestr(name, "cast") || !looks_like_macro(complaint, begin, end)) return false;
    bool learned = learning_add(complaint, name, INVENTED_MACRO);
    invented_find(&complaint->front->invented, name)->macro = "(T, x) ((T)(x))";
    return learned;
}

/* What was taken for a type, since it looked like one somewhere, stands where only a value can. */
static bool unlearn_type(const struct complaint *complaint) {
    static const char beginning[] = "unexpected type name '";
    if (!says(complaint, beginning)) return false;
    if (learn_cast_macro(complaint)) return true;
    const char *name = complaint->message + strlen(beginning);
    return invented_make_value(&complaint->front->invented,
                               arena_text_n(complaint->front->scratch, name, strcspn(name, "'")));
}

/* What stands there in the source, where a macro was used; NULL: not to be had. */
static const char *text_of_use(const struct complaint *complaint) {
    const struct front *front = complaint->front;
    CXFile file = NULL;
    unsigned offset = 0;
    size_t length = 0;
    CXSourceLocation where = front->clang.getDiagnosticLocation(complaint->diagnostic);
    front->clang.getExpansionLocation(where, &file, NULL, NULL, &offset);
    const char *text = file ? front->clang.getFileContents(complaint->tu, file, &length) : NULL;
    return text && offset < length ? text + offset : NULL;
}

/* `int a[SIZE], n;`: the compiler gives the line up at SIZE, and misses n until that is known. Then there are two. */
static bool unlearn_own(const struct complaint *complaint) {
    static const char again[] = "redefinition of '";
    struct invented *invented = &complaint->front->invented;
    if (says(complaint, again)) return invented_leave_to(invented, learning_first_quoted(complaint), complaint->source);
    const char *used = says(complaint, "expected identifier or '('") ? text_of_use(complaint) : NULL;
    if (!used) return false;
    return invented_leave_to(invented, arena_text_n(complaint->front->scratch, used, word_length(used)),
                             complaint->source);
}

/* ---- All complaints ---- */

typedef bool lesson(const struct complaint *complaint);

/* What is in a directive ends with its line: `#define PORT NAME`, and below it something else. */
static size_t end_of_directive(const char *text, size_t length, size_t offset) {
    size_t line = offset, end = offset;
    for (; line && (text[line - 1] != '\n' || (line > 1 && text[line - 2] == '\\')); line--) {
    }
    while (line < length && (text[line] == ' ' || text[line] == '\t')) line++;
    if (line >= length || text[line] != '#') return length;
    while (end < length && (text[end] != '\n' || (end && text[end - 1] == '\\'))) end++;
    return end;
}

static struct complaint complaint_of(struct front *front, CXTranslationUnit tu, const char *source, unsigned count,
                                     CXDiagnostic diagnostic) {
    struct complaint complaint = {.front = front, .source = source, .tu = tu, .count = count, .diagnostic = diagnostic};
    unsigned offset = 0;
    CXFile file = NULL;
    complaint.message = front_text(front, front->clang.getDiagnosticSpelling(diagnostic));
    front->clang.getSpellingLocation(front->clang.getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    complaint.text = file ? front->clang.getFileContents(tu, file, &complaint.length) : NULL;
    complaint.offset = offset;
    if (complaint.text) complaint.length = end_of_directive(complaint.text, complaint.length, offset);
    return complaint;
}

static bool learn_from_all(struct front *front, CXTranslationUnit tu, const char *source, lesson *learn) {
    bool learned = false;
    unsigned count = front->clang.getNumDiagnostics(tu);
    for (unsigned i = 0; i < count; i++) {
        CXDiagnostic diagnostic = front->clang.getDiagnostic(tu, i);
        struct complaint complaint = complaint_of(front, tu, source, count, diagnostic);
        learned |= learn(&complaint);
        front->clang.disposeDiagnostic(diagnostic);
    }
    return learned;
}

/* ---- What nobody complains of ---- */

struct casts {
    struct front *front;
    const char *source;
    bool learned;
};

static bool is_number_but_0(struct front *front, CXCursor expression) {
    int64_t value = 1;
    enum CXTypeKind kind = front->clang.getCanonicalType(front->clang.getCursorType(expression)).kind;
    bool is_number = kind >= CXType_Bool && kind <= CXType_Int128;
    return is_number && !(front_evaluate(front, expression, &value) && !value);
}

/* In `BASE + 4 * n` the first name is where the hardware lies. */
static void learn_base(struct casts *casts, CXCursor expression) {
    struct front *front = casts->front;
    enum CXCursorKind kind = front->clang.getCursorKind(expression);
    struct cursors parts = front_expressions(front, expression);
    bool goes_on = kind == CXCursor_BinaryOperator || kind == CXCursor_ParenExpr || kind == CXCursor_CStyleCastExpr ||
                   kind == CXCursor_UnexposedExpr;
    if (goes_on && parts.count) {
        bool is_cast = kind == CXCursor_CStyleCastExpr;
        learn_base(casts, parts.items[is_cast ? parts.count - 1 : 0]);
        return;
    }
    struct invention *base = invented_find(&front->invented, front_spelling(front, expression));
    if (kind != CXCursor_DeclRefExpr || !base || base->is_address || base->kind > INVENTED_NUMBER) return;
    base->is_address = casts->learned = true;
    invented_add(&front->invented, base->name, INVENTED_NUMBER, casts->source);
}

/* `&PORTB` for a pointer to something volatile: a constant has no such address. For one to what may be written nobody
 * knows. */
static void learn_addressed(struct casts *casts, CXCursor cursor, CXCursor parent) {
    struct front *front = casts->front;
    CXCursor operand = front_as_written(front, front_last_expression(front, cursor));
    struct invention *name = invented_find(&front->invented, front_spelling(front, operand));
    CXType target = front->clang.getPointeeType(front->clang.getCanonicalType(front->clang.getCursorType(parent)));
    bool is_name = front->clang.getCursorKind(operand) == CXCursor_DeclRefExpr && name;
    bool leads_on = target.kind != CXType_Invalid && target.kind != CXType_Void;
    if (!is_name || !leads_on || name->kind != INVENTED_CONSTANT || name->pointer) return;
    if (front->clang.isVolatileQualifiedType(target))
        casts->learned |= invented_add(&front->invented, name->name, INVENTED_HARDWARE, casts->source);
    else if (!front->clang.isConstQualifiedType(target))
        name->is_pointed_at = true;
}

static bool is_address_of(const struct front *front, CXCursor cursor) {
    return front->clang.getCursorKind(cursor) == CXCursor_UnaryOperator &&
           front->clang.getCursorUnaryOperatorKind(cursor) == CXUnaryOperator_AddrOf;
}

/* `(NAME *)0x4000`, `(int *)BASE`, `&NAME`: hardware lies there. */
static enum CXChildVisitResult learn_cast(CXCursor cursor, CXCursor parent, CXClientData data) {
    struct casts *casts = data;
    struct front *front = casts->front;
    if (is_address_of(front, cursor)) learn_addressed(casts, cursor, parent);
    if (front->clang.getCursorKind(cursor) != CXCursor_CStyleCastExpr) return CXChildVisit_Recurse;
    CXType target = front->clang.getPointeeType(front->clang.getCursorType(cursor));
    CXCursor operand = front_last_expression(front, cursor);
    bool leads_to_something = target.kind != CXType_Invalid && target.kind != CXType_Void;
    if (!leads_to_something || !is_number_but_0(front, operand)) return CXChildVisit_Recurse;
    learn_base(casts, operand);
    const char *name = front_text(front, front->clang.getTypeSpelling(target));
    struct invented_type *type = invented_type(&front->invented, name, strlen(name));
    if (!type || type->is_at_address || front->clang.isVolatileQualifiedType(target)) return CXChildVisit_Recurse;
    type->is_at_address = casts->learned = true;
    return CXChildVisit_Recurse;
}

static bool learn_registers(struct front *front, CXTranslationUnit tu, const char *source) {
    struct casts casts = {.front = front, .source = source};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), learn_cast, &casts);
    return casts.learned;
}

/* ---- Functions that pointers of a missing type lead to ---- */

/* Nobody complains where a pointer to a function without a prototype gets one that has some. */
static enum CXChildVisitResult learn_function(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct casts *casts = data;
    struct front *front = casts->front;
    if (front->clang.getCursorKind(cursor) != CXCursor_UnexposedExpr) return CXChildVisit_Recurse;
    struct invented_type *type = learning_type(front, front->clang.getCursorType(cursor));
    CXCursor function = front->clang.getCursorReferenced(front_as_written(front, cursor));
    if (!type || !type->is_vague || front->clang.getCursorKind(function) != CXCursor_FunctionDecl)
        return CXChildVisit_Recurse;
    CXType canonical = front->clang.getCanonicalType(front->clang.getCursorType(function));
    const char *text = front_text(front, front->clang.getTypeSpelling(canonical));
    struct complaint complaint = {.front = front};
    if (quoted_is_plain(&complaint, text)) type->leads_to = arena_printf(front->scratch, "__typeof__(%s) *", text);
    type->is_vague = false;
    casts->learned = true;
    return CXChildVisit_Recurse;
}

static bool learn_functions(struct front *front, CXTranslationUnit tu, const char *source) {
    struct casts casts = {.front = front, .source = source};
    front->clang.visitChildren(front->clang.getTranslationUnitCursor(tu), learn_function, &casts);
    return casts.learned;
}

/* What is misread makes the compiler complain of what is right: first things first. */
bool inventing_learn(struct front *front, CXTranslationUnit tu, const char *source) {
    static lesson *const names[] = {unlearn_own, unlearn_type, learn_lines,  learn_types,
                                    learn_stray, learn_tags,   learn_called, learn_constants};
    static lesson *const uses[] = {uses_learn, results_learn, brace_list_learn};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (learn_from_all(front, tu, source, names[i])) return true;
    if (function_values_learn(front, tu, source)) return true;
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (learn_from_all(front, tu, source, uses[i])) return true;
    bool learned = accidental_learn(front, tu, source);
    learned |= learn_registers(front, tu, source);
    learned |= learn_functions(front, tu, source);
    learned |= number_use_learn(front, tu);
    learned |= polled_learn(front, tu, source);
    return guess_learn(front, tu) || learned;
}
