/* libclang, loaded when it is first needed. Members carry the library's names without their `clang_`. */
#ifndef CFRONT_LOAD_CLANG_H
#define CFRONT_LOAD_CLANG_H

#include "base/text.h"

#include <clang-c/CXCompilationDatabase.h>
#include <clang-c/Index.h>

#include <stdbool.h>

/* clang-format off */
#define CLANG_FUNCTIONS(X)                                                                                             \
    X(createIndex) X(disposeIndex) X(parseTranslationUnit2) X(disposeTranslationUnit) X(getTranslationUnitCursor)      \
    X(getNumDiagnostics) X(getDiagnostic) X(disposeDiagnostic) X(getDiagnosticSeverity) X(getDiagnosticSpelling)       \
    X(getDiagnosticLocation) X(getCString) X(disposeString) X(getClangVersion) X(getTranslationUnitTargetInfo)         \
    X(TargetInfo_getPointerWidth) X(TargetInfo_getTriple) X(TargetInfo_dispose) X(getFileName) X(getFileContents) X(getExpansionLocation)      \
    X(getFileLocation) X(getSpellingLocation) X(getCursorLocation) X(getCursorExtent) X(getRangeStart) X(getRangeEnd)  \
    X(visitChildren) X(getCursorKind) X(getCursorKindSpelling) X(getCursorSpelling) X(getCursorType)                   \
    X(getCursorReferenced) X(getCanonicalCursor) X(getCursorSemanticParent) X(getCursorLinkage) X(getCursorTLSKind)    \
    X(getCursorBinaryOperatorKind) X(getCursorUnaryOperatorKind) X(getNullCursor) X(hashCursor) X(equalCursors)        \
    X(isExpression) X(isStatement) X(isCursorDefinition) X(Cursor_isNull) X(Cursor_getStorageClass)                    \
    X(Cursor_getVarDeclInitializer) X(Cursor_isFunctionInlined) X(Cursor_getNumArguments) X(Cursor_getArgument)        \
    X(Cursor_getOffsetOfField) X(Cursor_isBitField) X(Cursor_isAnonymous) X(Cursor_isVariadic) X(Cursor_Evaluate)      \
    X(EvalResult_getKind) X(EvalResult_getAsLongLong) X(EvalResult_getAsUnsigned) X(EvalResult_isUnsignedInt)          \
    X(EvalResult_getAsDouble) X(EvalResult_dispose) X(getFieldDeclBitWidth) X(getEnumConstantDeclValue)                \
    X(getEnumDeclIntegerType) X(getCanonicalType) X(equalTypes) X(getUnqualifiedType) X(getTypeSpelling)               \
    X(Cursor_getTranslationUnit) X(getTypeDeclaration) X(getPointeeType) X(getArrayElementType) X(getArraySize)        \
    X(getResultType) X(getNumArgTypes) X(getArgType) X(isVolatileQualifiedType) X(isConstQualifiedType)                \
    X(Type_getSizeOf) X(Type_getAlignOf) X(Type_visitFields) X(CompilationDatabase_fromDirectory)                      \
    X(CompilationDatabase_dispose) X(CompilationDatabase_getCompileCommands) X(CompileCommands_dispose)                \
    X(CompileCommands_getSize) X(CompileCommands_getCommand) X(CompileCommand_getDirectory)                            \
    X(CompileCommand_getNumArgs) X(CompileCommand_getArg) X(CompileCommand_getFilename)                                \
    X(CompilationDatabase_getAllCompileCommands) X(isFunctionTypeVariadic) X(getAddressSpace) X(getInclusions) \
    X(isInvalidDeclaration) X(getCursorDefinition) X(getTypedefDeclUnderlyingType) X(Type_getNamedType) X(getFile) X(getCursorUSR)
/* clang-format on */

struct clang {
    void *library;
    char *resources; /* the folder whose include/ has stddef.h and its kin; NULL: none found */
#define CLANG_MEMBER(name) __typeof__(clang_##name) *name;
    CLANG_FUNCTIONS(CLANG_MEMBER)
#undef CLANG_MEMBER
};

/* False, with a line for the user in `why`, if there is no libclang of version 17 or newer. */
bool clang_open(struct clang *clang, struct text *why);
void clang_close(struct clang *clang);

#endif
