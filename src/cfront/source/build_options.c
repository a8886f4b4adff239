#include "cfront/source/build_options.h"

#include "base/file.h"
#include "base/word.h"
#include "cfront/source/unknown_arguments.h"
#include "cfront/text/cplusplus.h"
#include "cfront/text/number_flags.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- Who compiles ---- */

/* Without its folder, whatever system it is of, and its ending there. */
static const char *program_name(struct arena *arena, const char *path) {
    const char *name = path;
    for (const char *at = path; *at; at++)
        if (*at == '/' || *at == '\\') name = at + 1;
    size_t length = strlen(name);
    if (length > 4 && !strcasecmp(name + length - 4, ".exe")) length -= 4;
    return arena_text_n(arena, name, length);
}

/* `ccache gcc`, `env X=1 gcc`: where the compiler is among the words. */
static size_t find_compiler(struct front *front, const compiler_arguments *words) {
    static const char *const others[] = {"env", "ccache", "distcc", "sccache", "icecc", "time", NULL};
    size_t at = 0;
    while (at + 1 < words->count && (is_one_of(program_name(front->scratch, words->items[at]), others) ||
                                     (at && strchr(words->items[at], '=') && *words->items[at] != '-')))
        at++;
    return at;
}

/* Where the family's name begins in `arm-none-eabi-gcc-12`; NULL: it is of neither. */
static const char *family_in(const char *name) {
    static const char *const families[] = {"gcc", "clang", "cc", "c99", "c89", "tcc", "g++", "clang++", "c++", NULL};
    const char *found = NULL;
    for (const char *const *family = families; *family; family++) {
        size_t length = strlen(*family);
        for (const char *at = name; (at = strstr(at, *family)); at++) {
            bool begins = at == name || at[-1] == '-';
            const char *behind = at + length;
            if (begins && (!*behind || (*behind == '-' && isdigit((unsigned char)behind[1])))) found = at;
        }
    }
    return found;
}

static const char with_sign[] = "-fsigned-char", without_sign[] = "-funsigned-char";

/* Machines whose compilers have names of their own, or that clang knows by another name, or not at all. */
static const struct machine {
    const char *beginning, *target;
    const char *sign; /* of `char`; NULL: as usual there */
    bool is_stand_in; /* its numbers are the same, but it is another one */
} machines[] = {{"armcc", "arm-none-eabi", NULL, false},
                {"armclang", "arm-none-eabi", NULL, false},
                {"iccarm", "arm-none-eabi", NULL, false},
                {"ccarm", "arm-none-eabi", NULL, false},
                {"armcl", "arm-none-eabi", NULL, false},
                {"tiarmclang", "arm-none-eabi", NULL, false},
                {"cl430", "msp430", NULL, false},
                {"icc430", "msp430", NULL, false},
                {"iccavr", "avr", without_sign, false},
                {"xc8", "avr", without_sign, true},
                {"xc16", "msp430", with_sign, true},
                {"pic30", "msp430", with_sign, true},
                {"xc32", "arm-none-eabi", with_sign, true},
                {"dcc", "arm-none-eabi", NULL, true},
                {"ctc", "arm-none-eabi", with_sign, true},
                {"cctc", "arm-none-eabi", with_sign, true},
                {"tricore", "arm-none-eabi", with_sign, true},
                {"powerpc", "arm-none-eabi", NULL, true},
                {"ppc", "arm-none-eabi", NULL, true},
                {"nios2", "arm-none-eabi", with_sign, true},
                {"lm32", "arm-none-eabi", NULL, true},
                {"rx-", "arm-none-eabi", NULL, true},
                {NULL, NULL, NULL, false}};

static const struct machine *machine_of(const char *name) {
    const struct machine *machine = machines;
    while (machine->beginning && !begins_with(name, machine->beginning)) machine++;
    return machine->beginning ? machine : NULL;
}

const char *build_options_sign(const char *target, const char *option) {
    bool has_sign = option ? !strcmp(option, with_sign) : begins_with(target, "avr");
    return has_sign ? "a sign by default" : "no sign by default";
}

/* On ARM without a system enumerations are as small as they can be, says its binary interface. clang makes them ints
 * there, and so do compilers for Linux. */
bool build_options_shortens(const char *target) {
    bool is_arm = begins_with(target, "arm") || begins_with(target, "thumb");
    return is_arm && strstr(target, "eabi") && !strstr(target, "linux");
}

static bool has_short_enums(const char *name, const char *target) {
    return build_options_shortens(target) && !strstr(name, "clang");
}

struct compiler_machine build_options_machine(struct arena *arena, const char *program) {
    const char *name = program_name(arena, program), *family = family_in(name);
    const struct machine *machine = machine_of(name);
    const char *target = machine                       ? machine->target
                         : family && family - name > 1 ? arena_text_n(arena, name, (size_t)(family - name) - 1)
                                                       : NULL;
    return (struct compiler_machine){.target = target,
                                     .sign = machine ? machine->sign : NULL,
                                     .has_short_enums = target && has_short_enums(name, target),
                                     .is_stand_in = machine && machine->is_stand_in,
                                     .has_old_layout = target && begins_with(target, "arm-elf")};
}

/* ARM's old binary interface (APCS). */
const char *build_options_old_layout(struct arena *arena, const char *compiler) {
    return arena_printf(
        arena,
        "structures of `%s` are those of newer compilers for ARM, though it makes their sizes multiples "
        "of 4, and aligns `long long` and `double` to 4",
        compiler);
}

static void add_machine(struct front *front, const char *name, compiler_arguments *list) {
    struct compiler_machine machine = build_options_machine(front->arena, name);
    if (!machine.target) return;
    vec_push(list, "-target");
    vec_push(list, machine.target);
    if (machine.has_short_enums) vec_push(list, "-fshort-enums");
    if (machine.sign) vec_push(list, machine.sign);
    if (machine.has_old_layout) front_assume_once(front, build_options_old_layout(front->arena, name));
    if (machine.is_stand_in)
        front_assume_once(front, arena_printf(front->arena, "numbers of `%s` are those of `%s`, and `char` has %s",
                                              name, machine.target, build_options_sign(machine.target, machine.sign)));
}

/* ---- Options ---- */

/* What stands behind `sh -c` is a whole command. */
static bool is_file_of_c(const char *word) {
    size_t length = strlen(word);
    return *word != '-' && !strchr(word, ' ') && length > 2 && !strcasecmp(word + length - 2, ".c");
}

/* libclang makes such words of the compiler's name, as it understands that. */
static bool is_guess(const char *word) { return begins_with(word, "--driver-mode=") || begins_with(word, "--target="); }

static const char *const without_meaning[] = {
    "-c", "--", "-save-temps", "--save-temps", "-save-temps=obj", "-save-temps=cwd", NULL};
static const char *const outputs[] = {"-o", "-MF", "-MT", "-MQ", "-MJ", NULL};

/* GCC's, of which clang passes over some. */
static bool is_unheeded(struct front *front, const char *word) {
    enum number_flag kind = number_flags_kind(word, strlen(word));
    if (kind == FLAG_UNHEEDED || kind == FLAG_ALLOWING || kind == FLAG_UNKNOWN)
        front_assume_once(front, arena_printf(front->arena, "`%s`, which %s has, changes no number that matters", word,
                                              front->options->compile_commands));
    return kind == FLAG_UNHEEDED;
}

/* ---- Folders of headers ---- */

/* Where compilers look behind the folders of -I. What we give with -I ourselves comes behind all that the build says:
 * so these are given with -I, too, behind its others. */
struct later_folders {
    const char *prefix; /* `-iprefix P/ -iwithprefixbefore X`: GCC's, which clang heeds otherwise */
    compiler_arguments system, last;
};

/* How many words an option that names such a folder takes; 0: it is none. */
static size_t read_folder(struct front *front, const compiler_arguments *words, size_t at, struct later_folders *later,
                          compiler_arguments *list) {
    const struct {
        const char *name;
        compiler_arguments *into; /* NULL: it is a prefix */
        const char *prefix;
    } options[] = {{"-iprefix", NULL, ""},
                   {"-iwithprefixbefore", list, later->prefix},
                   {"-iwithprefix", &later->last, later->prefix},
                   {"-isystem", &later->system, ""},
                   {"-idirafter", &later->last, ""},
                   {"--include-directory-after=", &later->last, ""}};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const char *word = words->items[at], *value = word + strlen(options[i].name);
        if (!begins_with(word, options[i].name)) continue;
        if (!*value && at + 1 == words->count) return 0;
        size_t length = *value ? 1 : 2;
        if (!*value) value = words->items[at + 1];
        if (options[i].into)
            vec_push(options[i].into, arena_printf(front->scratch, "-I%s%s", options[i].prefix, value));
        else
            later->prefix = value;
        return length;
    }
    return 0;
}

/* Where it is, from the folder that the build compiles in. */
static const char *whole_folder(struct front *front, const compiler_arguments *list, const char *folder) {
    for (size_t i = list->count; *folder != '/' && i-- > 1;)
        if (!strcmp(list->items[i - 1], "-working-directory"))
            return arena_printf(front->scratch, "%s/%s", list->items[i], folder);
    return folder;
}

static bool has_folder(struct front *front, const compiler_arguments *list, const compiler_arguments *folders,
                       const char *folder) {
    folder = whole_folder(front, list, folder);
    for (size_t i = 0; i < folders->count; i++)
        if (file_is_same(whole_folder(front, list, folders->items[i] + 2), folder)) return true;
    return false;
}

/* A folder of -I that is given as one of the system, too, is only that, for GCC and clang. */
static void leave_out_later(struct front *front, struct later_folders *later, compiler_arguments *list, size_t first) {
    size_t kept = first;
    for (size_t i = first, words; i < list->count; i += words) {
        const char *word = list->items[i];
        bool is_split = !strcmp(word, "-I") && i + 1 < list->count;
        const char *folder = is_split ? list->items[i + 1] : begins_with(word, "-I") ? word + 2 : NULL;
        words = is_split ? 2 : 1;
        if (folder &&
            (has_folder(front, list, &later->system, folder) || has_folder(front, list, &later->last, folder)))
            continue;
        for (size_t w = 0; w < words; w++) list->items[kept++] = list->items[i + w];
    }
    list->count = kept;
}

static void add_later(struct later_folders *later, compiler_arguments *list) {
    for (size_t i = 0; i < later->system.count; i++) vec_push(list, later->system.items[i]);
    for (size_t i = 0; i < later->last.count; i++) vec_push(list, later->last.items[i]);
    vec_free(&later->system);
    vec_free(&later->last);
}

/* ---- Options of GCC and clang, and of others ---- */

/* Another language, which is not read here: some word of the build says so. */
static void doubt_cplusplus(struct front *front, const char *word) {
    front_doubt(front, "`%s` has sources compiled as C++ (`%s`), and they are read as C here",
                front->options->compile_commands, word);
}

/* How many words say so; 0: none. */
static size_t doubt_language(struct front *front, const compiler_arguments *words, size_t at) {
    bool is_split = (!strcmp(words->items[at], "-x") || !strcmp(words->items[at], "-lang")) && at + 1 < words->count;
    const char *word = words->items[at + is_split];
    if (!cplusplus_is_option(word, strlen(word))) return 0;
    doubt_cplusplus(front, word);
    return 1 + is_split;
}

static void add_known(struct front *front, const compiler_arguments *words, size_t first, compiler_arguments *list) {
    struct later_folders later = {.prefix = ""};
    size_t before = list->count;
    for (size_t i = first, length; i < words->count; i += length) {
        const char *word = words->items[i];
        length = is_unheeded(front, word) ? 1 : read_folder(front, words, i, &later, list);
        if (!length) length = doubt_language(front, words, i);
        if (length) continue;
        length = is_one_of(word, outputs) ? 2 : 1;
        if (length == 1 && !is_one_of(word, without_meaning) && !is_file_of_c(word) &&
            !begins_with(word, "--driver-mode="))
            vec_push(list, word);
    }
    leave_out_later(front, &later, list, before);
    add_later(&later, list);
}

/* Options of others that say what ours do, with their values behind `=` or a blank, or at once. */
static const struct other_option {
    const char *theirs, *ours;
} other_options[] = {{"--define", "-D"},
                     {"--undefine", "-U"},
                     {"--include_path", "-I"},
                     {"--include-directory", "-I"},
                     {"--preinclude", "-include"},
                     {"--include-file", "-include"},
                     {"-include", "-include"},
                     {"-isystem", "-I"},
                     {"-D", "-D"},
                     {"-U", "-U"},
                     {"-I", "-I"},
                     {"-J", "-I"},
                     {NULL, NULL}};

/* The option that stands here, with its value; how many words that takes; 0: none. */
static size_t read_other(const compiler_arguments *words, size_t at, const struct other_option **option,
                         const char **value) {
    const char *word = words->items[at];
    for (const struct other_option *other = other_options; other->theirs; other++) {
        size_t length = strlen(other->theirs);
        if (!begins_with(word, other->theirs)) continue;
        bool is_long = other->theirs[1] == '-' || length > 2;
        if (is_long && word[length] && word[length] != '=') continue;
        *option = other;
        *value = word[length] == '=' ? word + length + 1 : word + length;
        if (**value) return 1;
        if (at + 1 == words->count) return 0;
        *value = words->items[at + 1];
        return 2;
    }
    return 0;
}

static void add_understood(struct front *front, const compiler_arguments *words, size_t first, compiler_arguments *list,
                           const char *name) {
    const char *others = NULL, *value;
    const struct other_option *option;
    for (size_t i = first, length; i < words->count; i += length ? length : 1) {
        length = read_other(words, i, &option, &value);
        if (length) {
            vec_push(list, option->ours);
            vec_push(list, value);
        } else if (!is_file_of_c(words->items[i]) && !is_guess(words->items[i]) && strcmp(words->items[i], "-c") != 0) {
            others = others ? arena_printf(front->arena, "%s %s", others, words->items[i])
                            : arena_text(front->arena, words->items[i]);
        }
    }
    if (others)
        front_assume_once(front, arena_printf(front->arena,
                                              "what `%s` is told besides macros and folders in `%s` changes nothing "
                                              "that matters: `%s`",
                                              name, front->options->compile_commands, others));
}

void build_options_add(struct front *front, const compiler_arguments *words, compiler_arguments *list) {
    if (!words->count) return;
    size_t at = find_compiler(front, words), first = list->count;
    const char *name = program_name(front->scratch, words->items[at]);
    bool is_known = family_in(name) && !machine_of(name);
    add_machine(front, name, list);
    if (cplusplus_is_compiler(name, strlen(name))) doubt_cplusplus(front, name);
    front->has_foreign_compiler |= !is_known || begins_with(name, "tcc");
    if (is_known)
        add_known(front, words, at + 1, list);
    else
        add_understood(front, words, at + 1, list, name);
    if (is_known) unknown_arguments_leave_out(front, list, first);
}
