/* Files of the theory plug-in: theories as written (.tuf) and as deployed (.dtf), and the path that names those which a
 * project uses (TheoryPath.tul). Where there is a path, the theories that it names are read, from their own projects,
 * and what they import; else those that are deployed in the folder, or, if none is, all that are in it. Theorems and
 * rules of proof say nothing about values, and are skipped. */
#include "base/file.h"
#include "base/xml.h"
#include "eventb/theories.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char core[] = "org.eventb.core.", theory[] = "org.eventb.theory.core.";

struct reader {
    struct eb_theories *theories;
    struct diagnostics *diagnostics;
    const char *folder; /* of the project that is read */
    const char **types; /* type parameters of the theory that is read */
    unsigned type_count;
    unsigned depth; /* of imports */
    bool failed;
};

/* datatypeDefinition, or scDatatypeDefinition where the theory is deployed. */
static bool is_element(const struct xml_element *element, const char *kind) {
    if (strncmp(element->name, theory, sizeof theory - 1) != 0) return false;
    const char *name = element->name + sizeof theory - 1;
    if (!strcmp(name, kind)) return true;
    return !strncmp(name, "sc", 2) && name[2] == kind[0] - 'a' + 'A' && !strcmp(name + 3, kind + 1);
}

static bool is_deployed(const struct xml_element *element) {
    return !strncmp(element->name + sizeof theory - 1, "sc", 2);
}

static const char *attribute(const struct xml_element *element, const char *prefix, const char *name) {
    size_t length = strlen(prefix);
    for (unsigned i = 0; i < element->attribute_count; i++) {
        const char *full = element->attributes[i].name;
        if (!strncmp(full, prefix, length) && !strcmp(full + length, name)) return element->attributes[i].value;
    }
    return NULL;
}

/* What the element declares: a name that formulas can have. */
static const char *declared(struct reader *reader, const struct xml_element *element) {
    const char *name = attribute(element, core, "label"), *kind = element->name + sizeof theory - 1;
    if (!name) name = attribute(element, core, "identifier");
    if (!name && is_deployed(element)) name = xml_attribute_value(element, "name");
    enum eb_op meant;
    bool is_word = name && eb_word_means(name, strlen(name), false, false, &meant);
    if (name && *name && !is_word) return name;
    if (is_word)
        diag_error(reader->diagnostics, element->place, "%s has the name %s, which is a word of the language", kind,
                   name);
    else
        diag_error(reader->diagnostics, element->place, "%s has no name", kind);
    reader->failed = true;
    return "";
}

/* ---- Data types ---- */

static const char *field_type(const struct xml_element *element) {
    const char *type = attribute(element, theory, "type");
    return type ? type : attribute(element, core, "type");
}

static bool read_constructor(struct reader *reader, const struct xml_element *element,
                             struct eb_constructor *constructor, struct diagnostics *diagnostics) {
    const struct eb_datatype *data = reader->theories->in_work;
    struct eb_bound *names = arena_new_array(reader->theories->arena, struct eb_bound, data->parameter_count + 1);
    for (unsigned i = 0; i < data->parameter_count; i++) names[i].name = data->parameters[i];
    struct eb_data_field *fields =
        arena_new_array(reader->theories->arena, struct eb_data_field, element->child_count + 1);
    constructor->name = declared(reader, element);
    constructor->fields = fields;
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (!is_element(child, "constructorArgument")) continue;
        const char *type = field_type(child);
        struct eb_data_field *field = &fields[constructor->field_count++];
        field->name = declared(reader, child);
        field->type = type ? eb_theories_type(reader->theories, type, child->place, diagnostics) : NULL;
        if (!field->type || eb_undeclared_in_type(field->type, names, data->parameter_count)) return false;
    }
    return true;
}

static const char has_error[] = "Rodin found an error in it, as its file says";

static bool is_bad(const struct xml_element *element) {
    const char *error = attribute(element, theory, "hasError");
    return error && strcmp(error, "false") != 0;
}

static void refuse(struct eb_theories *theories, const char *name, const struct xml_element *element) {
    struct eb_theory_operator *operator= arena_new_object(theories->arena, struct eb_theory_operator);
    *operator=(struct eb_theory_operator){.name = name, .place = element->place};
    operator->refused = is_bad(element)
        ? has_error
        : "the data type has no values, or a field of it is of a type that is not known here, or "
          "holds the data type in another way than directly";
    vec_push(&theories->operators, operator);
}

static void read_datatype(struct reader *reader, const struct xml_element *element) {
    struct eb_theories *theories = reader->theories;
    struct eb_datatype *data = arena_new_object(theories->arena, struct eb_datatype);
    struct eb_constructor *constructors =
        arena_new_array(theories->arena, struct eb_constructor, element->child_count + 1);
    const char **parameters = arena_new_array(theories->arena, const char *, element->child_count + 1);
    data->name = declared(reader, element);
    data->parameters = parameters;
    data->constructors = constructors;
    for (unsigned i = 0; i < element->child_count; i++) {
        const char *given = attribute(element->children[i], theory, "givenType");
        if (is_element(element->children[i], "typeArgument") && given) parameters[data->parameter_count++] = given;
    }
    vec_push(&theories->datatypes, data); /* its fields may hold it */
    theories->in_work = data;
    struct diagnostics aside = {0}; /* what is wrong with it matters only where it is used */
    bool good = true;
    for (unsigned i = 0; i < element->child_count; i++)
        if (is_element(element->children[i], "datatypeConstructor"))
            good = read_constructor(reader, element->children[i], &constructors[data->constructor_count++], &aside) &&
                   good;
    theories->in_work = NULL;
    diag_free(&aside);
    if (good && !is_bad(element) && data->constructor_count && eb_datatype_finish(data)) return;
    (void)vec_pop(&theories->datatypes);
    refuse(theories, data->name, element);
    for (unsigned i = 0; i < data->constructor_count; i++) {
        refuse(theories, constructors[i].name, element);
        for (unsigned j = 0; j < constructors[i].field_count; j++)
            refuse(theories, constructors[i].fields[j].name, element);
    }
}

/* ---- Operators ---- */

static void read_parameters(struct reader *reader, const struct xml_element *element,
                            struct eb_theory_operator *operator) {
    struct eb_theory_parameter *parameters =
        arena_new_array(reader->theories->arena, struct eb_theory_parameter, element->child_count + 1);
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        if (!is_element(child, "operatorArgument")) continue;
        const char *set = attribute(child, core, "expression");
        if (!set) set = attribute(child, core, "type");
        parameters[operator->parameter_count++] =
            (struct eb_theory_parameter){declared(reader, child), set ? set : "", child->place};
    }
    operator->parameters = parameters;
}

/* (Rodin writes the former.) */
static bool is_condition(const struct xml_element *element) {
    return is_element(element, "operatorWDcondition") || is_element(element, "operatorWDCondition");
}

/* What its author demands; in deployed theories one predicate. */
static void read_conditions(struct reader *reader, const struct xml_element *element,
                            struct eb_theory_operator *operator) {
    struct eb_theory_condition *conditions =
        arena_new_array(reader->theories->arena, struct eb_theory_condition, element->child_count + 1);
    const char *deployed = is_deployed(element) ? attribute(element, core, "predicate") : NULL;
    if (deployed) conditions[operator->condition_count++] = (struct eb_theory_condition){deployed, element->place};
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        const char *predicate = attribute(child, core, "predicate");
        if (is_condition(child) && predicate)
            conditions[operator->condition_count++] = (struct eb_theory_condition){predicate, child->place};
    }
    operator->conditions = conditions;
}

static void read_cases(struct reader *reader, const struct xml_element *element, struct eb_theory_operator *operator) {
    struct eb_theory_case *cases =
        arena_new_array(reader->theories->arena, struct eb_theory_case, element->child_count + 1);
    operator->inductive = attribute(element, theory, "inductiveArgument");
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        const char *pattern = attribute(child, core, "expression"), *value = attribute(child, theory, "formula");
        if (is_element(child, "recursiveDefinitionCase") && pattern && value)
            cases[operator->case_count++] = (struct eb_theory_case){pattern, value, child->place};
    }
    operator->cases = cases;
}

static bool is_part_of_operator(const struct xml_element *element) {
    return is_condition(element) || is_element(element, "operatorArgument") ||
           is_element(element, "directOperatorDefinition") || is_element(element, "recursiveOperatorDefinition");
}

/* What is not known may be what its author demands. */
static const char *unknown_part(const struct reader *reader, const struct xml_element *element) {
    for (unsigned i = 0; i < element->child_count; i++)
        if (!is_part_of_operator(element->children[i]))
            return arena_printf(reader->theories->arena, "a part of it, `%s`, is not known here",
                                element->children[i]->name);
    return NULL;
}

static void read_operator(struct reader *reader, const struct xml_element *element) {
    struct eb_theory_operator *operator= arena_new_object(reader->theories->arena, struct eb_theory_operator);
    const char *notation = attribute(element, theory, "notationType"),
               *kind = attribute(element, theory, "formulaType");
    operator->name = declared(reader, element);
    operator->place = element->place;
    operator->infix = notation && !strcmp(notation, "INFIX");
    operator->is_predicate = kind && !strcmp(kind, "false");
    operator->types = reader->types;
    operator->type_count = reader->type_count;
    read_parameters(reader, element, operator);
    read_conditions(reader, element, operator);
    unsigned definitions = 0;
    operator->refused = is_bad(element) ? has_error : unknown_part(reader, element);
    for (unsigned i = 0; i < element->child_count; i++) {
        const struct xml_element *child = element->children[i];
        bool direct = is_element(child, "directOperatorDefinition");
        bool by_cases = is_element(child, "recursiveOperatorDefinition");
        definitions += direct || by_cases;
        if (definitions > 1) operator->refused = "it has several definitions";
        if (operator->refused) continue;
        if (direct) operator->direct = attribute(child, theory, "formula");
        if (by_cases) read_cases(reader, child, operator);
    }
    vec_push(&reader->theories->operators, operator);
}

static void read_block(struct reader *reader, const struct xml_element *element) {
    for (unsigned i = 0; i < element->child_count; i++)
        if (is_element(element->children[i], "axiomaticOperatorDefinition"))
            read_operator(reader, element->children[i]);
}

/* ---- Files ---- */

static void read_file(struct reader *reader, const char *folder, const char *name);

/* "/Project/Name.dtf|...": of this project or of one beside it. */
static void read_reference(struct reader *reader, const char *reference) {
    struct arena *arena = reader->theories->arena;
    const char *slash = *reference == '/' ? strchr(reference + 1, '/') : NULL, *end = slash ? strchr(slash, '.') : NULL;
    if (!end || end == slash + 1) return;
    const char *project = arena_text_n(arena, reference + 1, (size_t)(slash - reference - 1));
    const char *name = arena_text_n(arena, slash + 1, (size_t)(end - slash - 1));
    if (strchr(name, '/') || !strcmp(project, "..")) return;
    const char *here = arena_printf(arena, "%s%s.dtf", reader->folder, name);
    const char *source = arena_printf(arena, "%s%s.tuf", reader->folder, name);
    bool own = !access(here, R_OK) || !access(source, R_OK);
    read_file(reader, own ? reader->folder : arena_printf(arena, "%s../%s/", reader->folder, project), name);
}

/* All references of a kind, wherever they stand. */
static void follow(struct reader *reader, const struct xml_element *element, const char *kind) {
    bool is_one = is_element(element, kind);
    const char *reference = is_one ? attribute(element, theory, kind) : NULL;
    if (is_one && !reference) reference = attribute(element, core, "scTarget");
    if (reference) read_reference(reader, reference);
    for (unsigned i = 0; i < element->child_count; i++) follow(reader, element->children[i], kind);
}

static void read_theory(struct reader *reader, const struct xml_element *root) {
    const char **types = arena_new_array(reader->theories->arena, const char *, root->child_count + 1);
    reader->types = types;
    reader->type_count = 0;
    for (unsigned i = 0; i < root->child_count; i++)
        if (is_element(root->children[i], "typeParameter"))
            types[reader->type_count++] = declared(reader, root->children[i]);
    for (unsigned i = 0; i < root->child_count; i++)
        if (is_element(root->children[i], "datatypeDefinition")) read_datatype(reader, root->children[i]);
    for (unsigned i = 0; i < root->child_count; i++) {
        if (is_element(root->children[i], "newOperatorDefinition")) read_operator(reader, root->children[i]);
        if (is_element(root->children[i], "axiomaticDefinitionsBlock")) read_block(reader, root->children[i]);
    }
}

static const struct xml_element *read_xml(struct reader *reader, const char *path) {
    struct text bytes = {0};
    const struct xml_element *root = NULL;
    if (file_read(path, &bytes))
        root = xml_read(reader->theories->arena, path, text_chars(&bytes), bytes.length, reader->diagnostics);
    else
        diag_error(reader->diagnostics, (struct place){path, 0, 0}, "cannot read the theory");
    text_free(&bytes);
    reader->failed = reader->failed || !root;
    return root;
}

static bool was_read(const struct eb_theories *theories, const char *path) {
    for (size_t i = 0; i < theories->files.count; i++)
        if (!strcmp(theories->files.items[i], path)) return true;
    return false;
}

/* The deployed theory, or, if there is none, the written one. */
static void read_file(struct reader *reader, const char *folder, const char *name) {
    enum { DEEPEST_IMPORT = 50 };
    struct arena *arena = reader->theories->arena;
    const char *path = arena_printf(arena, "%s%s.dtf", folder, name);
    if (access(path, R_OK)) path = arena_printf(arena, "%s%s.tuf", folder, name);
    char *real = realpath(path, NULL); /* by whatever way it is reached */
    const char *file = real ? arena_text(arena, real) : path;
    free(real);
    if (was_read(reader->theories, file)) return;
    vec_push(&reader->theories->files, file);
    bool too_deep = reader->depth >= DEEPEST_IMPORT;
    if (too_deep)
        diag_error(reader->diagnostics, (struct place){path, 0, 0}, "more than %d theories import each other in a row",
                   DEEPEST_IMPORT);
    reader->failed = reader->failed || too_deep;
    const struct xml_element *root = too_deep ? NULL : read_xml(reader, path);
    if (!root) return;
    const char *outer = reader->folder;
    reader->folder = folder;
    reader->depth++;
    follow(reader, root, "importTheory");
    follow(reader, root, "useTheory");
    reader->depth--;
    reader->folder = outer;
    read_theory(reader, root);
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

/* The names of files with this extension, in order. */
static bool read_all(struct reader *reader, const char *extension) {
    struct arena *arena = reader->theories->arena;
    VEC(const char *) names = {0};
    DIR *folder = opendir(*reader->folder ? reader->folder : ".");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name), wanted = strlen(extension);
        if (length > wanted && !strcmp(entry->d_name + length - wanted, extension))
            vec_push(&names, arena_text_n(arena, entry->d_name, length - wanted));
    }
    if (folder) closedir(folder);
    if (names.count) qsort(names.items, names.count, sizeof *names.items, by_name);
    for (size_t i = 0; i < names.count; i++) read_file(reader, reader->folder, names.items[i]);
    bool any = names.count > 0;
    vec_free(&names);
    return any;
}

/* ---- Names that are there twice ---- */

struct declaration {
    const char *name;
    const void *owner; /* what declares it: fields of one data type may share a name */
    struct eb_theory_operator like;
};
typedef VEC(struct declaration) declaration_list;

static void list_declarations(const struct eb_theories *theories, declaration_list *list) {
    for (size_t i = 0; i < theories->operators.count; i++) {
        const struct eb_theory_operator *operator= theories->operators.items[i];
        vec_push(list, ((struct declaration){operator->name, operator, *operator}));
    }
    for (size_t i = 0; i < theories->datatypes.count; i++) {
        const struct eb_datatype *data = theories->datatypes.items[i];
        vec_push(list, ((struct declaration){.name = data->name, .owner = &data->name}));
        for (unsigned k = 0; k < data->constructor_count; k++) {
            const struct eb_constructor *constructor = &data->constructors[k];
            vec_push(list, ((struct declaration){.name = constructor->name, .owner = constructor}));
            for (unsigned f = 0; f < constructor->field_count; f++)
                if (constructor->fields[f].name)
                    vec_push(list, ((struct declaration){.name = constructor->fields[f].name, .owner = data}));
        }
    }
}

/* Which of them is meant would depend on the order in which they are read. */
static void refuse_twins(struct eb_theories *theories) {
    declaration_list list = {0};
    list_declarations(theories, &list);
    for (size_t i = 0; i < list.count; i++)
        for (size_t k = 0; k < i; k++) {
            if (list.items[i].owner == list.items[k].owner || strcmp(list.items[i].name, list.items[k].name) != 0)
                continue;
            struct eb_theory_operator *operator= arena_new_object(theories->arena, struct eb_theory_operator);
            *operator= list.items[i].like.name ? list.items[i].like : list.items[k].like;
            operator->name = list.items[i].name;
            operator->refused = "theories declare it more than once";
            vec_push(&theories->operators, operator);
            break;
        }
    vec_free(&list);
}

bool eb_theories_read(struct eb_theories *theories, struct arena *arena, const char *folder,
                      struct diagnostics *diagnostics) {
    *theories = (struct eb_theories){.arena = arena};
    struct reader reader = {.theories = theories, .diagnostics = diagnostics, .folder = folder};
    const char *path = arena_printf(arena, "%sTheoryPath.tul", folder);
    const struct xml_element *root = access(path, R_OK) ? NULL : read_xml(&reader, path);
    if (root)
        follow(&reader, root, "availableTheory");
    else if (!read_all(&reader, ".dtf"))
        read_all(&reader, ".tuf");
    refuse_twins(theories);
    return !reader.failed;
}
