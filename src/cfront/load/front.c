#include "cfront/load/front.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/library/headers.h"

#include <stdarg.h>
#include <string.h>

const char *front_text(struct front *front, CXString string) {
    const char *chars = front->clang.getCString(string);
    const char *copy = arena_text(front->scratch, chars ? chars : "");
    front->clang.disposeString(string);
    return copy;
}

const char *front_spelling(struct front *front, CXCursor cursor) {
    return front_text(front, front->clang.getCursorSpelling(cursor));
}

/* Places outlive the load: names of files belong to the program, each once. */
static const char *keep_file_name(struct front *front, const char *name) {
    for (size_t i = 0; i < front->file_names.count; i++)
        if (!strcmp(front->file_names.items[i], name)) return front->file_names.items[i];
    const char *copy = arena_text(front->arena, name);
    vec_push(&front->file_names, copy);
    return copy;
}

static struct place make_place(struct front *front, CXFile file, struct place place) {
    if (!file) return (struct place){0};
    if (file != front->last_file) {
        front->last_file = file;
        front->last_file_name =
            keep_file_name(front, file_from_here(front_text(front, front->clang.getFileName(file))));
    }
    place.file = front->last_file_name;
    return place;
}

struct place front_location(struct front *front, CXSourceLocation location) {
    struct place place = {0};
    CXFile file;
    front->clang.getExpansionLocation(location, &file, &place.line, &place.column, NULL);
    return make_place(front, file, place);
}

struct place front_exact_location(struct front *front, CXSourceLocation location) {
    struct place place = {0};
    CXFile file;
    front->clang.getFileLocation(location, &file, &place.line, &place.column, NULL);
    return make_place(front, file, place);
}

struct place front_place(struct front *front, CXCursor cursor) {
    return front_location(front, front->clang.getCursorLocation(cursor));
}

const char *front_contents(struct front *front, CXFile file, size_t *size) {
    const char *text = NULL;
    for (size_t i = 0; !text && file && i < front->units.count; i++)
        text = front->clang.getFileContents(front->units.items[i].tu, file, size);
    return text;
}

typedef VEC(CXCursor) cursor_vec;

static enum CXChildVisitResult collect(CXCursor child, CXCursor parent, CXClientData data) {
    (void)parent;
    cursor_vec *found = data;
    vec_push(found, child);
    return CXChildVisit_Continue;
}

struct cursors front_children(struct front *front, CXCursor cursor) {
    cursor_vec found = {0};
    front->clang.visitChildren(cursor, collect, &found);
    struct cursors children = {arena_new_array(front->scratch, CXCursor, found.count + 1), found.count};
    if (found.count) memcpy(children.items, found.items, found.count * sizeof *found.items);
    vec_free(&found);
    return children;
}

struct cursors front_expressions(struct front *front, CXCursor cursor) {
    struct cursors children = front_children(front, cursor);
    size_t count = 0;
    for (size_t i = 0; i < children.count; i++)
        if (front->clang.isExpression(front->clang.getCursorKind(children.items[i])))
            children.items[count++] = children.items[i];
    children.count = count;
    return children;
}

CXCursor front_last_expression(struct front *front, CXCursor cursor) {
    struct cursors expressions = front_expressions(front, cursor);
    return expressions.count ? expressions.items[expressions.count - 1] : front->clang.getNullCursor();
}

CXCursor front_as_written(struct front *front, CXCursor cursor) {
    enum CXCursorKind kind = front->clang.getCursorKind(cursor);
    struct cursors parts = front_expressions(front, cursor);
    bool goes_on = (kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr) && parts.count;
    return goes_on ? front_as_written(front, parts.items[0]) : cursor;
}

CXCursor front_skip_parentheses(struct front *front, CXCursor cursor) {
    while (front->clang.getCursorKind(cursor) == CXCursor_ParenExpr) cursor = front_last_expression(front, cursor);
    return cursor;
}

bool front_is_users(const struct front *front, const char *file) {
    return !begins_with(file, "/usr/") && !headers_hold((struct place){.file = file}) &&
           !(front->clang.resources && begins_with(file, front->clang.resources));
}

bool front_evaluate(struct front *front, CXCursor cursor, int64_t *value) {
    CXEvalResult result = front->clang.Cursor_Evaluate(cursor);
    if (!result) return false;
    bool is_integer = front->clang.EvalResult_getKind(result) == CXEval_Int;
    if (is_integer)
        *value = front->clang.EvalResult_isUnsignedInt(result) ? (int64_t)front->clang.EvalResult_getAsUnsigned(result)
                                                               : (int64_t)front->clang.EvalResult_getAsLongLong(result);
    front->clang.EvalResult_dispose(result);
    return is_integer;
}

bool front_evaluate_real(struct front *front, CXCursor cursor, double *value) {
    CXEvalResult result = front->clang.Cursor_Evaluate(cursor);
    if (!result) return false;
    bool is_real = front->clang.EvalResult_getKind(result) == CXEval_Float;
    if (is_real) *value = front->clang.EvalResult_getAsDouble(result);
    front->clang.EvalResult_dispose(result);
    return is_real;
}

void front_doubt(struct front *front, const char *format, ...) {
    struct text reason = {0};
    va_list arguments;
    if (front->program->doubt) return;
    va_start(arguments, format);
    text_vprintf(&reason, format, arguments);
    va_end(arguments);
    front->program->doubt = arena_text(front->arena, text_chars(&reason));
    text_free(&reason);
}

void front_leap(struct front *front, struct place place, const char *format, ...) {
    struct text words = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&words, format, arguments);
    va_end(arguments);
    text_printf(&words, " (%s:%u)", place_file(place), place.line);
    vec_push(&front->leaps, ((struct c_leap){.place = place, .words = arena_text(front->arena, text_chars(&words))}));
    text_free(&words);
}

void front_leave_undefined(struct front *front, const char *name) {
    if (!is_in_list(name, front->left_undefined.items, front->left_undefined.count))
        vec_push(&front->left_undefined, name);
}

void front_assume(struct front *front, const char *text) {
    const char *before = front->program->assumption;
    front->program->assumption =
        before ? arena_printf(front->arena, "%s, %s", before, text) : arena_text(front->arena, text);
}

void front_assume_once(struct front *front, const char *text) {
    const char *before = front->program->assumption;
    if (!before || !strstr(before, text)) front_assume(front, text);
}

bool front_is_arm(const struct front *front) {
    static const char *const names[] = {"arm", "thumb", NULL};
    return front->program->target && begins_with_one_of(front->program->target, names);
}

void front_free(struct front *front) {
    vec_free(&front->flags);
    clang_close(&front->clang);
    arena_free(front->scratch);
    cursor_map_free(&front->symbols);
    cursor_map_free(&front->type_map);
    cursor_map_free(&front->effects);
    cursor_map_free(&front->guesses);
    cursor_map_free(&front->laid_out_by_guess);
    vec_free(&front->symbol_list);
    vec_free(&front->globals);
    vec_free(&front->functions);
    vec_free(&front->relocations);
    vec_free(&front->computed_first);
    vec_free(&front->missing);
    vec_free(&front->unwritten);
    vec_free(&front->given);
    vec_free(&front->left_functions);
    vec_free(&front->returned);
    vec_free(&front->interrupt_names);
    vec_free(&front->startup_names);
    vec_free(&front->endless_names);
    vec_free(&front->interrupt_marks);
    vec_free(&front->vectors);
    vec_free(&front->foreign);
    vec_free(&front->address_marks);
    vec_free(&front->section_marks);
    vec_free(&front->at_addresses);
    vec_free(&front->in_sections);
    vec_free(&front->first_values);
    vec_free(&front->guessed);
    vec_free(&front->elsewhere);
    vec_free(&front->asked_names);
    vec_free(&front->left_undefined);
    vec_free(&front->defined_names);
    vec_free(&front->compared_names);
    vec_free(&front->said_names);
    vec_free(&front->our_names);
    vec_free(&front->shadowed);
    vec_free(&front->shadow_folders);
    vec_free(&front->given_texts);
    vec_free(&front->undeclared);
    vec_free(&front->not_found);
    vec_free(&front->unordered);
    vec_free(&front->leaps);
    vec_free(&front->sections);
    vec_free(&front->open_places);
    vec_free(&front->hardware);
    vec_free(&front->exposed);
    vec_free(&front->derived_types);
    vec_free(&front->argument_types);
    vec_free(&front->file_names);
    vec_free(&front->open_names);
    vec_free(&front->weak_names);
    vec_free(&front->replaced);
    vec_free(&front->absent);
    vec_free(&front->hidden);
    vec_free(&front->broken);
    vec_free(&front->pragmas);
    vec_free(&front->attributes);
    vec_free(&front->asked_arguments);
    vec_free(&front->unknown_arguments);
    vec_free(&front->compiler_names);
    vec_free(&front->stubs.list);
}
