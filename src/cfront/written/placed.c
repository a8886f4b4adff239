#include "cfront/written/placed.h"

#include "base/word.h"
#include "cfront/text/code_only.h"
#include "cfront/written/attributes.h"
#include "cfront/written/marks.h"

#include <string.h>

const char *const placed_arguments[] = {"-D$=__attribute__((rtcheck_address))", "-D$$=__attribute__((rtcheck_section))",
                                        NULL};

/* ---- noting ---- */

bool placed_note_message(struct front *front, const char *message, CXSourceLocation where) {
    static const char *const at_address[] = {"rtcheck_address", "at", "address", "location", "io", "io_low", NULL};
    static const char beginning[] = "unknown attribute '";
    if (!begins_with(message, beginning)) return false;
    const char *name = message + sizeof beginning - 1;
    name = attribute_plain_name(front, name, strcspn(name, "'"));
    bool is_section = !strcmp(name, "rtcheck_section");
    if (!is_section && !is_one_of(name, at_address)) return false;
    marks_note(front, is_section ? &front->section_marks : &front->address_marks, where);
    return true;
}

/* All of its words may be the variable's name. */
static void note_words(struct front *front, placed_list *list, const char *text, const char *file) {
    for (size_t length; *text; text += length + !length) {
        length = word_length(text);
        if (length)
            vec_push(list, ((struct placed){arena_text_n(front->scratch, text, length), file, CXLinkage_Invalid}));
    }
}

/* `location = 0x40`, `location = "PORTS"`, `LOCATION(x, 0x40)`, `address x 0x40`, `DATA_SECTION(x, "PORTS")` */
bool placed_note_pragma(struct front *front, const char *text, size_t length, const struct mark *mark) {
    static const char *const naming[] = {"LOCATION", "address", "ADDRESS", "DATA_SECTION", NULL};
    text = arena_text_n(front->scratch, text, length);
    while (*text && !is_word_char(*text)) text++;
    const char *word = arena_text_n(front->scratch, text, word_length(text)), *rest = text + strlen(word);
    const char *value = strcmp(word, "location") ? NULL : strchr(rest, '=');
    bool is_before = value != NULL, is_naming = is_one_of(word, naming);
    bool is_section = is_before ? strchr("\"\\", value[1 + strspn(value + 1, " \t")]) != NULL
                                : !strcmp(word, "DATA_SECTION"); /* in _Pragma, strings have backslashes before them */
    if (is_before) vec_push(is_section ? &front->section_marks : &front->address_marks, *mark);
    if (is_naming) note_words(front, is_section ? &front->in_sections : &front->at_addresses, rest, mark->file);
    return is_before || is_naming;
}

static struct placed placed_by(struct front *front, CXCursor variable) {
    return (struct placed){front_spelling(front, variable), front_place(front, variable).file,
                           front->clang.getCursorLinkage(variable)};
}

void placed_note_section(struct front *front, CXCursor variable, const char *section) {
    bool is_address = section && begins_with(section, ".ARM.__at_");
    vec_push(is_address ? &front->at_addresses : &front->in_sections, placed_by(front, variable));
}

/* ---- whose they are ---- */

/* Does something between the two end the declarator, or the declaration? Not within brackets, of which the first may
 * close what was opened before. */
static bool is_ended(struct front *front, const char *from, const char *to) {
    unsigned depth = 0;
    bool behind_parameters = false;
    const char *code = code_only(front->scratch, arena_text_n(front->scratch, from, (size_t)(to - from)), true);
    for (; *code; code++) {
        char c = *code;
        bool opens = strchr("([{", c) != NULL, closes = strchr(")]}", c) != NULL;
        if (!depth && (c == ';' || c == ',' || c == '}' || (c == '{' && behind_parameters))) return true;
        depth += opens;
        depth -= closes && depth;
        if (c != ' ' && c != '\t' && c != '\r' && c != '\n') behind_parameters = c == ')';
    }
    return false;
}

static void own(struct front *front, const struct declaration *owner, struct mark *mark, placed_list *placed) {
    mark->has_owner = true;
    if (front->clang.getCursorKind(owner->cursor) == CXCursor_VarDecl)
        vec_push(placed, placed_by(front, owner->cursor));
}

static bool has_linkage(struct front *front, const struct declaration *declaration) {
    enum CXCursorKind kind = front->clang.getCursorKind(declaration->cursor);
    return kind == CXCursor_VarDecl || kind == CXCursor_FunctionDecl;
}

/* `x @ 0x40`, and all that the macro makes in which it stands; or `__at(0x40) int x`. */
static void find_owner(struct front *front, const struct declaration *list, size_t count, struct mark *mark,
                       placed_list *placed) {
    const struct declaration *last = NULL, *next = NULL;
    size_t size = 0;
    const char *text = count ? front_contents(front, list[0].file, &size) : NULL;
    for (size_t i = 0; text && i < count; i++) {
        if (list[i].name > size || !has_linkage(front, &list[i])) continue;
        if (list[i].name == mark->offset) own(front, &list[i], mark, placed);
        if (list[i].name < mark->offset) last = &list[i];
        if (list[i].name > mark->offset && !next) next = &list[i];
    }
    if (!text || mark->has_owner || mark->offset > size) return;
    if (last && !is_ended(front, text + last->name, text + mark->offset))
        own(front, last, mark, placed);
    else if (next && !is_ended(front, text + mark->offset, text + next->name))
        own(front, next, mark, placed);
}

static void find_at_address(struct front *front, const struct declaration *list, size_t count, struct mark *mark) {
    find_owner(front, list, count, mark, &front->at_addresses);
}

static void find_in_section(struct front *front, const struct declaration *list, size_t count, struct mark *mark) {
    find_owner(front, list, count, mark, &front->in_sections);
}

/* Locals, for instance, and what a pragma that a macro makes stands before. */
static void tell_of_others(struct front *front, const mark_list *marks, const char *where) {
    for (size_t i = 0; i < marks->count; i++) {
        const struct mark *mark = &marks->items[i];
        if (!mark->has_owner)
            front_assume_once(front, arena_printf(front->arena, "what is put %s at %s:%u is memory", where,
                                                  place_file(mark->place), mark->place.line));
    }
}

void placed_find(struct front *front) {
    marks_find(front, &front->address_marks, find_at_address);
    marks_find(front, &front->section_marks, find_in_section);
    tell_of_others(front, &front->address_marks, "at an address");
    tell_of_others(front, &front->section_marks, "in a section");
}

/* A static one is what its own file says, and says nothing of others. */
static bool is_it(const struct placed *placed, const struct symbol *symbol) {
    if (strcmp(placed->name, symbol->name) != 0) return false;
    if (symbol->is_static)
        return placed->linkage != CXLinkage_External && !strcmp(placed->file, place_file(symbol->place));
    return placed->linkage != CXLinkage_Internal;
}

static bool has(const placed_list *list, const struct symbol *symbol) {
    for (size_t i = 0; i < list->count; i++)
        if (is_it(&list->items[i], symbol)) return true;
    return false;
}

bool placed_at_address(const struct front *front, const struct symbol *symbol) {
    return has(&front->at_addresses, symbol);
}

bool placed_in_section(const struct front *front, const struct symbol *symbol) {
    return has(&front->in_sections, symbol);
}
