#include "cfront/missing/macro_hint.h"

#include "base/word.h"
#include "cfront/missing/invented.h"

#include <ctype.h>
#include <string.h>

/* Where the statement begins that this place of a text is in. */
static const char *statement_at(const char *text, size_t offset) {
    while (offset && !strchr(";{}", text[offset - 1])) offset--;
    while (isspace((unsigned char)text[offset])) offset++;
    return text + offset;
}

static size_t length_in_capitals(const char *word) {
    size_t length = 0;
    for (; is_word_char(word[length]); length++)
        if (islower((unsigned char)word[length])) return 0;
    return length > 1 && !isdigit((unsigned char)*word) ? length : 0;
}

static bool is_declared_by_nobody(const struct front *front, const char *name) {
    for (size_t i = 0; i < front->undeclared.count; i++)
        if (!strcmp(front->undeclared.items[i], name)) return true;
    return invented_find(&front->invented, name) != NULL;
}

/* "(a, b)" of `NAME(x, f(y, z))`; "" where nothing is in parentheses. */
static const char *parameters_of(struct front *front, const char *behind) {
    unsigned depth = 0, count = 0;
    behind += strspn(behind, " \t");
    if (*behind != '(') return "";
    for (; *behind && (*behind != ')' || depth > 1); behind++) {
        depth += *behind == '(';
        depth -= *behind == ')';
        count += *behind == ',' && depth == 1;
    }
    const char *list = "a";
    for (unsigned i = 1; i <= count && i < 26; i++) list = arena_printf(front->scratch, "%s,%c", list, 'a' + (char)i);
    return arena_printf(front->scratch, "(%s)", list);
}

const char *macro_hint(struct front *front, CXTranslationUnit tu, CXDiagnostic diagnostic, const char *message) {
    CXFile file = NULL;
    unsigned offset = 0;
    size_t size = 0;
    if (!front->lacks_headers) return message;
    front->clang.getFileLocation(front->clang.getDiagnosticLocation(diagnostic), &file, NULL, NULL, &offset);
    const char *text = file ? front->clang.getFileContents(tu, file, &size) : NULL;
    if (!text || offset > size) return message;
    const char *word = statement_at(text, offset);
    size_t length = word < text + offset ? length_in_capitals(word) : 0;
    const char *name = arena_text_n(front->scratch, word, length);
    if (!length || !is_declared_by_nobody(front, name)) return message;
    return arena_printf(front->scratch,
                        "%s: `%s`, which nothing declares, may be a macro of a missing header; '-D%s%s=' says that it "
                        "stands for nothing",
                        message, name, name, parameters_of(front, word + length));
}
