#include "cfront/written/type_name.h"

#include "base/word.h"

#include <ctype.h>
#include <string.h>

/* ---- Names ---- */

struct search {
    struct front *front;
    const char *name;
    bool is_tag, is_ambiguous;
    CXType found;
};

static bool is_kind(enum CXCursorKind kind, bool is_tag) {
    bool is_record = kind == CXCursor_StructDecl || kind == CXCursor_UnionDecl || kind == CXCursor_EnumDecl;
    return is_tag ? is_record : kind == CXCursor_TypedefDecl;
}

static enum CXChildVisitResult look_at(CXCursor cursor, CXCursor parent, CXClientData data) {
    (void)parent;
    struct search *search = data;
    struct front *front = search->front;
    if (!is_kind(front->clang.getCursorKind(cursor), search->is_tag)) return CXChildVisit_Recurse;
    if (strcmp(front_spelling(front, cursor), search->name) != 0) return CXChildVisit_Recurse;
    CXType type = front->clang.getCanonicalType(front->clang.getCursorType(cursor));
    if (search->found.kind != CXType_Invalid && !front->clang.equalTypes(search->found, type))
        search->is_ambiguous = true;
    search->found = type;
    return CXChildVisit_Recurse;
}

/* Declared anywhere in the unit: what is declared twice, in different scopes, cannot be told apart. */
static bool find_declared(struct front *front, CXCursor unit, const char *name, bool is_tag, CXType *type) {
    struct search search = {.front = front, .name = name, .is_tag = is_tag, .found = {.kind = CXType_Invalid}};
    front->clang.visitChildren(unit, look_at, &search);
    *type = search.found;
    return search.found.kind != CXType_Invalid && !search.is_ambiguous;
}

/* ---- Macros ---- */

/* Where the logical line begins that has this offset: backslashes join lines. */
static size_t line_begin(const char *text, size_t at) {
    while (at && !(text[at - 1] == '\n' && !(at > 1 && text[at - 2] == '\\'))) at--;
    return at;
}

static bool has_word(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    for (const char *begin = at; begin < end; begin++) {
        bool is_start = is_word_char(*begin) && (begin == at || !is_word_char(begin[-1]));
        if (is_start && (size_t)(end - begin) >= length && !memcmp(begin, word, length) &&
            (begin + length == end || !is_word_char(begin[length])))
            return true;
    }
    return false;
}

/* The cursor is spelled in the definition of a macro that has a parameter of that name: it stands for another one. */
static bool is_parameter(struct front *front, CXCursor where, const char *name) {
    CXFile file;
    unsigned offset;
    size_t size;
    CXSourceLocation begin = front->clang.getRangeStart(front->clang.getCursorExtent(where));
    front->clang.getSpellingLocation(begin, &file, NULL, NULL, &offset);
    const char *text = front_contents(front, file, &size);
    if (!text || offset > size) return true;
    const char *at = text + line_begin(text, offset), *end = text + offset;
    while (at < end && isspace((unsigned char)*at)) at++;
    if (at == end || *at != '#') return false;
    const char *open = memchr(at, '(', (size_t)(end - at));
    const char *close = open ? memchr(open, ')', (size_t)(end - open)) : NULL;
    return open && has_word(open, close ? close : end, name);
}

/* ---- Basic types (6.7.2) ---- */

enum word {
    WORD_SIGNED,
    WORD_UNSIGNED,
    WORD_LONG,
    WORD_SHORT,
    WORD_INT,
    WORD_CHAR,
    WORD_FLOAT,
    WORD_DOUBLE,
    WORD_BOOL,
    WORD_COUNT
};

static const char *const words[WORD_COUNT] = {"signed", "unsigned", "long",   "short", "int",
                                              "char",   "float",    "double", "_Bool"};

static int word_of(const char *text, size_t length) {
    for (int i = 0; i < WORD_COUNT; i++)
        if (strlen(words[i]) == length && !memcmp(words[i], text, length)) return i;
    return -1;
}

/* The typedef of the last unit, which is ours, for such words (library.c). NULL: there is no such type. */
static const char *typedef_of(const unsigned count[WORD_COUNT]) {
    bool is_unsigned = count[WORD_UNSIGNED];
    if (count[WORD_BOOL]) return "rtcheck_bool";
    if (count[WORD_FLOAT]) return "rtcheck_float";
    if (count[WORD_DOUBLE]) return count[WORD_LONG] ? "rtcheck_long_double" : "rtcheck_double";
    if (count[WORD_CHAR])
        return is_unsigned ? "rtcheck_unsigned_char" : count[WORD_SIGNED] ? "rtcheck_signed_char" : "rtcheck_char";
    if (count[WORD_SHORT]) return is_unsigned ? "rtcheck_unsigned_short" : "rtcheck_short";
    if (count[WORD_LONG] == 2) return is_unsigned ? "rtcheck_unsigned_long_long" : "rtcheck_long_long";
    if (count[WORD_LONG]) return is_unsigned ? "rtcheck_unsigned_long" : "rtcheck_long";
    return is_unsigned ? "rtcheck_unsigned" : "rtcheck_signed";
}

static bool find_basic(struct front *front, const unsigned count[WORD_COUNT], CXType *type) {
    CXCursor ours = front->clang.getTranslationUnitCursor(vec_last(&front->units).tu);
    return find_declared(front, ours, typedef_of(count), false, type);
}

/* ---- Reading ---- */

struct reader {
    const char *at, *end;
};

static bool next_word(struct reader *reader, const char **word, size_t *length) {
    while (reader->at < reader->end && isspace((unsigned char)*reader->at)) reader->at++;
    *word = reader->at;
    while (reader->at < reader->end && is_word_char(*reader->at)) reader->at++;
    *length = (size_t)(reader->at - *word);
    return *length != 0;
}

static bool read_stars(struct reader *reader, struct type_name *name) {
    for (; reader->at < reader->end; reader->at++) {
        if (*reader->at == '*')
            name->stars++;
        else if (!isspace((unsigned char)*reader->at))
            return false;
    }
    return true;
}

bool type_name_read(struct front *front, CXCursor where, const char *text, size_t length, struct type_name *name) {
    struct reader reader = {text, text + length};
    unsigned count[WORD_COUNT] = {0}, basic_words = 0;
    const char *word, *declared = NULL;
    size_t word_length;
    bool is_tag = false;
    *name = (struct type_name){0};
    while (next_word(&reader, &word, &word_length)) {
        int basic = word_of(word, word_length);
        if (basic >= 0)
            count[basic]++, basic_words++;
        else if (spells(word, word_length, "const"))
            name->is_const = true;
        else if (spells(word, word_length, "volatile"))
            name->is_volatile = true;
        else if (spells(word, word_length, "struct") || spells(word, word_length, "union") ||
                 spells(word, word_length, "enum"))
            is_tag = true;
        else if (declared)
            return false;
        else
            declared = arena_text_n(front->scratch, word, word_length);
    }
    if (!read_stars(&reader, name) || (declared != NULL) == (basic_words != 0)) return false;
    if (basic_words) return find_basic(front, count, &name->type);
    if (is_parameter(front, where, declared)) return false;
    CXCursor unit = front->clang.getTranslationUnitCursor(front->clang.Cursor_getTranslationUnit(where));
    if (!find_declared(front, unit, declared, is_tag, &name->type)) return false;
    name->is_const |= front->clang.isConstQualifiedType(name->type) != 0;
    name->is_volatile |= front->clang.isVolatileQualifiedType(name->type) != 0;
    return true;
}

/* Options say whether plain characters have a sign; they are one type all the same. */
static enum CXTypeKind kind_of(CXType type) { return type.kind == CXType_Char_U ? CXType_Char_S : type.kind; }

bool type_name_is(struct front *front, const struct type_name *name, CXType type) {
    type = front->clang.getCanonicalType(type);
    for (unsigned i = 0; i < name->stars; i++) {
        if (type.kind != CXType_Pointer || front->clang.isConstQualifiedType(type) ||
            front->clang.isVolatileQualifiedType(type))
            return false;
        type = front->clang.getCanonicalType(front->clang.getPointeeType(type));
    }
    if (name->is_const != (front->clang.isConstQualifiedType(type) != 0) ||
        name->is_volatile != (front->clang.isVolatileQualifiedType(type) != 0) || kind_of(type) != kind_of(name->type))
        return false;
    bool is_basic = type.kind >= CXType_FirstBuiltin && type.kind <= CXType_LastBuiltin;
    return is_basic ||
           front->clang.equalTypes(front->clang.getUnqualifiedType(type), front->clang.getUnqualifiedType(name->type));
}
