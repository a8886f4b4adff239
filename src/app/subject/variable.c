#include "app/subject/variable.h"

#include <string.h>

bool variable_is_file(const char *path, const char *name, size_t length) {
    size_t whole = path ? strlen(path) : 0;
    if (!path || whole < length || strncmp(path + whole - length, name, length) != 0) return false;
    return whole == length || path[whole - length - 1] == '/';
}

static bool is_of(const struct c_object *object, const char *qualifier, size_t length) {
    if (object->storage == C_STATIC_LOCAL)
        return length && object->function && strlen(object->function->name) == length &&
               !strncmp(object->function->name, qualifier, length);
    return !length || variable_is_file(object->place.file, qualifier, length);
}

const struct c_object *variable_find(const struct c_program *program, const char *name, size_t qualifier,
                                     unsigned *found) {
    const char *plain = name + (qualifier ? qualifier + 2 : 0);
    const struct c_object *result = NULL;
    *found = 0;
    for (uint32_t i = 0; i < program->global_count; i++) {
        const struct c_object *object = program->globals[i];
        if (object->storage == C_STRING || !object->name || strcmp(object->name, plain) != 0) continue;
        if (!is_of(object, name, qualifier)) continue;
        result = object;
        ++*found;
    }
    return result;
}
