#include "cfront/source/type_text.h"

CXType type_text_behind_name(const struct front *front, CXType type) {
    const struct clang *clang = &front->clang;
    if (type.kind == CXType_Typedef) return clang->getTypedefDeclUnderlyingType(clang->getTypeDeclaration(type));
    if (type.kind == CXType_Elaborated) return clang->Type_getNamedType(type);
    CXType canonical = clang->getCanonicalType(type);
    return canonical.kind == type.kind ? type : canonical;
}

CXType type_text_behind_names(const struct type_text *writer, CXType type, struct text *out) {
    const struct front *front = writer->front;
    bool is_const = false, is_volatile = false;
    for (CXType next = type;; type = next) {
        is_const = is_const || front->clang.isConstQualifiedType(type);
        is_volatile = is_volatile || front->clang.isVolatileQualifiedType(type);
        next = writer->missing(writer->context, type) ? type : type_text_behind_name(front, type);
        if (next.kind == type.kind && next.data[0] == type.data[0]) break;
    }
    if (out && is_const) text_add(out, "const ");
    if (out && is_volatile) text_add(out, "volatile ");
    return type;
}

bool type_text_function(struct type_text *writer, CXType type, struct text *out) {
    const struct clang *clang = &writer->front->clang;
    bool has_parameters = type.kind == CXType_FunctionProto,
         good = type_text_write(writer, clang->getResultType(type), out);
    int count = has_parameters ? clang->getNumArgTypes(type) : 0;
    text_add(out, " (");
    for (int i = 0; good && i < count; i++) {
        if (i) text_add(out, ", ");
        good = type_text_write(writer, clang->getArgType(type, (unsigned)i), out);
    }
    if (has_parameters && !count) text_add(out, "void");
    if (count && clang->isFunctionTypeVariadic(type)) text_add(out, ", ...");
    text_add_char(out, ')');
    return good;
}

bool type_text_part(struct type_text *writer, CXType type, bool may_be_open, struct text *out) {
    bool before = writer->may_be_open;
    writer->may_be_open = may_be_open;
    bool good = type_text_write(writer, type, out);
    writer->may_be_open = before;
    return good;
}

static bool write_array(struct type_text *writer, CXType type, struct text *out) {
    const struct clang *clang = &writer->front->clang;
    bool good = type_text_part(writer, clang->getArrayElementType(type), false, out);
    if (type.kind == CXType_ConstantArray)
        text_printf(out, "[%lld]", clang->getArraySize(type));
    else
        text_add(out, "[]");
    return good;
}

static bool write_plain(struct type_text *writer, CXType type, struct text *out) {
    struct front *front = writer->front;
    bool good = true;
    switch (type.kind) {
    case CXType_Pointer:
        good = type_text_part(writer, front->clang.getPointeeType(type), true, out);
        text_add(out, " *");
        return good;
    case CXType_ConstantArray:
    case CXType_IncompleteArray: return write_array(writer, type, out);
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: return type_text_function(writer, type, out);
    case CXType_Record: return writer->write_record(writer->context, type, writer->may_be_open, out);
    case CXType_Enum:
        return type_text_write(writer, front->clang.getEnumDeclIntegerType(front->clang.getTypeDeclaration(type)), out);
    default: break;
    }
    text_add(out, front_text(front, front->clang.getTypeSpelling(front->clang.getUnqualifiedType(type))));
    return type.kind == CXType_Void || (type.kind >= CXType_Bool && type.kind <= CXType_LongDouble);
}

bool type_text_write(struct type_text *writer, CXType type, struct text *out) {
    type = type_text_behind_names(writer, type, out);
    const struct invention *missing = writer->missing(writer->context, type);
    if (missing) return writer->write_missing(writer->context, missing, type, out);
    text_add(out, "__typeof__(");
    bool good = write_plain(writer, type, out);
    text_add_char(out, ')');
    return good;
}
