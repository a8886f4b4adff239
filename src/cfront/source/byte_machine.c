#include "cfront/source/byte_machine.h"

#include "base/word.h"

const char byte_machine_packing[] = "-fpack-struct=1";

bool byte_machine_is(const struct front *front) {
    return front->program->target && begins_with(front->program->target, "avr");
}

static bool has_attribute(struct front *front, CXCursor declaration) {
    struct cursors children = front_children(front, declaration);
    for (size_t i = 0; i < children.count; i++)
        if (front->clang.getCursorKind(children.items[i]) == CXCursor_AlignedAttr) return true;
    return false;
}

/* By itself only `short` is, for clang. */
static bool is_aligned(struct front *front, CXType type) {
    CXType element = front->clang.getCanonicalType(type);
    while (element.kind == CXType_ConstantArray) element = front->clang.getArrayElementType(element);
    bool is_short = element.kind == CXType_Short || element.kind == CXType_UShort;
    return front->clang.Type_getAlignOf(type) > (is_short ? 2 : 1);
}

void byte_machine_check(struct front *front, CXType record, CXCursor declaration, const CXCursor *fields,
                        size_t count) {
    const char *file = front_place(front, declaration).file;
    if (!byte_machine_is(front) || (file && !front_is_users(front, file))) return;
    if (front->clang.Type_getAlignOf(record) > 1 && !has_attribute(front, declaration))
        diag_error(
            front->diagnostics, front_place(front, declaration),
            "`%s` is packed to more than one byte, which changes nothing for `%s`, and cannot be modelled: leave "
            "the pragma out",
            front_text(front, front->clang.getTypeSpelling(record)), front->program->target);
    for (size_t i = 0; i < count; i++)
        if (has_attribute(front, fields[i]) || is_aligned(front, front->clang.getCursorType(fields[i])))
            diag_error(front->diagnostics, front_place(front, fields[i]),
                       "the alignment of member `%s` cannot be modelled for `%s`", front_spelling(front, fields[i]),
                       front->program->target);
}
