/* Options of the build that change what numbers are: those of the configuration and of its makefile are given, those of
 * other files of the build are told. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/text/number_flags.h"
#include "cli/project/includes.h"
#include "cli/project/oil_build.h"
#include "cli/project/project.h"

#include <string.h>
#include <sys/stat.h>

void project_doubt(struct project *project, const char *reason) {
    if (!project->command->doubt) project->command->doubt = reason;
}

/* The user says how numbers are. */
static bool is_said(const struct project *project) {
    static const char *const names[] = {"target", "clang", NULL};
    const struct option_table *table = project->command->table;
    for (size_t i = 0; i < table->given.count; i++)
        if (is_one_of(table->given.items[i].option->name, names)) return true;
    return false;
}

/* `what`: it is taken to change. */
static void tell_flag(struct project *project, const char *flag, size_t length, const char *home, const char *what) {
    const char *text =
        arena_printf(project->arena, "`%.*s`, which %s has, changes %s that matters", (int)length, flag, home, what);
    const char *several =
        arena_printf(project->arena, "%%s, which files of the build have, change %s that matters", what);
    project_assume_alike(project, several, arena_text_n(project->arena, flag, length), home, text);
}

static void tell(struct project *project, const char *flag, size_t length, const char *home) {
    enum number_flag kind = number_flags_kind(flag, length);
    if (kind == FLAG_UNKNOWN && !is_said(project))
        project_doubt(project, arena_printf(project->arena,
                                            "%s has `%.*s`, which changes what numbers are and is not followed here "
                                            "(--target or --clang says what they are)",
                                            home, (int)length, flag));
    tell_flag(project, flag, length, home, kind == FLAG_LANGUAGE ? "nothing" : "no number");
}

static bool is_ours(enum number_flag kind) { return kind == FLAG_OURS || kind == FLAG_CHARS; }

/* ... What it defines counts in every source. */
static void take_header(struct project *project, const char *name, size_t length, const char *home) {
    const char *path = includes_beside(project->arena, home, name, length);
    struct stat status;
    if (stat(path, &status)) path = project_in_header_folders(project, arena_text_n(project->arena, name, length));
    if (!path) {
        project_tell_forced(project, name, length, home);
        return;
    }
    vec_push(&project->flags.list, "-include");
    vec_push(&project->flags.list, path);
}

/* `-UNAME`, `-U NAME` */
static void take_undefined(struct project *project, const char *flags, const char *end) {
    for (const char *at = flags; (at = strstr(at, "-U")) && at < end; at += 2) {
        if (at > flags && !strchr(" \t\"'", at[-1])) continue;
        const char *name = at + 2 + strspn(at + 2, " \t");
        size_t length = word_length(name);
        if (length && name < end)
            vec_push(&project->flags.list, arena_printf(project->arena, "-U%.*s", (int)length, name));
    }
}

void project_take_flags(struct project *project, const char *flags, size_t size, const char *home) {
    static const char include[] = "-include ";
    size_t length = 0;
    const char *end = flags + size;
    for (const char *at = flags; (at = number_flags_next(at, (size_t)(end - at), &length)); at += length) {
        if (is_ours(number_flags_kind(at, length)))
            vec_push(&project->flags.list, arena_text_n(project->arena, at, length));
        else
            tell(project, at, length, home);
    }
    take_undefined(project, flags, end);
    for (const char *at = flags; (at = strstr(at, include)) && at < end;) {
        at += sizeof include - 1;
        at += strspn(at, " ");
        length = strcspn(at, " \"\n");
        if (at < end) take_header(project, at, length, home);
    }
}

void project_take_configured_flags(struct project *project) {
    for (size_t i = 0; i < project->command->configurations.list.count; i++) {
        const char *text = project->texts.items[i];
        size_t length = 0;
        for (const char *at = text; (at = oil_build_flags(text, at + length, &length));)
            project_take_flags(project, at, length, project->command->configurations.list.items[i]);
    }
}

/* Lines that are comments of makefiles and their like count for nothing. */
static void tell_flags_of(struct project *project, const char *path, const char *text) {
    for (const char *line = text; *line;) {
        size_t size = strcspn(line, "\n"), length = 0;
        bool is_comment = line[strspn(line, " \t")] == '#';
        const char *end = line + size;
        for (const char *at = is_comment ? end : line; (at = number_flags_next(at, (size_t)(end - at), &length));
             at += length) {
            const char *flag = arena_text_n(project->arena, at, length);
            if (!text_list_has(&project->command->compiler_options, flag)) tell(project, at, length, path);
        }
        line = *end ? end + 1 : end;
    }
}

/* `cat flags.txt` */
static bool is_named_by_build(struct project *project, const char *path) {
    bool is_named = false;
    for (size_t i = 0; i < project->builds.count && !is_named; i++) {
        struct text text = {0};
        is_named = file_read(project->builds.items[i], &text) && strstr(text_chars(&text), file_name(path));
        text_free(&text);
    }
    return is_named;
}

/* Files for people say what might be done. */
bool project_is_prose(struct project *project, const char *path) {
    static const char *const endings[] = {".md", ".txt", ".html", ".htm", ".rst", ".tex", NULL};
    bool is_one = false;
    for (const char *const *ending = endings; *ending; ending++) is_one |= project_has_ending(path, *ending);
    return is_one && !project_has_ending(path, "CMakeLists.txt") && !is_named_by_build(project, path);
}

/* Is this in the text, which may have blanks in other places? */
static bool has_words(const char *text, const char *words) {
    for (const char *from = text; (from = strchr(from, *words)); from++) {
        const char *at = from, *word = words;
        for (; *word && *at == *word; word++) at += 1 + strspn(at + 1, " \t\r\n");
        if (!*word) return true;
    }
    return false;
}

/* Words of development environments for flags, where they are not what compilers take if nobody says anything. */
static void tell_settings_of(struct project *project, const char *path, const char *text) {
    static const struct {
        const char *words, *flag; /* without blanks; which flag that is */
    } settings[] = {{".unsignedchar\"value=\"true\"", "-funsigned-char"},
                    {".unsigned_char\"value=\"true\"", "-funsigned-char"},
                    {".signedchar\"value=\"true\"", "-fsigned-char"},
                    {".signed_char\"value=\"true\"", "-fsigned-char"},
                    {".unsignedbitfields\"value=\"true\"", "-funsigned-bitfields"},
                    {".packstruct\"value=\"true\"", "-fpack-struct"},
                    {".shortenums\"value=\"true\"", "-fshort-enums"},
                    {"PLAIN_CHAR.signed\"", "--plain_char=signed"},
                    {"PLAIN_CHAR.unsigned\"", "--plain_char=unsigned"},
                    {"ENUM_TYPE.int\"", "--enum_type=int"},
                    {"ENUM_TYPE.packed\"", "--enum_type=packed"},
                    {"BIG_ENDIAN\"value=\"true\"", "--big_endian"},
                    {"<PlainCh>1</PlainCh>", "--signed_chars"},
                    {"<EnumInt>1</EnumInt>", "--enum_is_int"},
                    {"<vShortEn>0</vShortEn>", "-fno-short-enums"},
                    {"<BigEnd>1</BigEnd>", "--bigend"},
                    {"<name>CCSignedPlainChar</name><state>1</state>", "--char_is_signed"},
                    {"<name>IccCharIs</name><state>0</state>", "--char_is_signed"},
                    {"<name>GEndianMode</name><state>1</state>", "--endian=big"},
                    {"\"use-signed-char\"value=\"true\"", "-fsigned-char"},
                    {"\"short-enums\"value=\"false\"", "-fno-short-enums"},
                    {"gcc_signed_char=\"Yes\"", "-fsigned-char"},
                    {"c_enum_size=\"Int\"", "-fno-short-enums"},
                    {"NOINTPROMOTE", "NOINTPROMOTE"},
                    {"<StructMemberAlignment>1Byte<", "/Zp1"},
                    {"<StructMemberAlignment>2Bytes<", "/Zp2"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (has_words(text, settings[i].words)) tell(project, settings[i].flag, strlen(settings[i].flag), path);
}

/* Older or newer C in the words of build systems and development environments. */
static void tell_standards_of(struct project *project, const char *path, const char *text) {
    static const char *const words[] = {"C_STANDARD 90",
                                        "C_STANDARD 23",
                                        "c_std_90",
                                        "c_std_23",
                                        "c_std=c89",
                                        "c_std=c90",
                                        "c_std=gnu89",
                                        "c_std=gnu90",
                                        "c_std=c2x",
                                        "c_std=c23",
                                        "c_std=gnu2x",
                                        "c_std=gnu23",
                                        "dialect.c90",
                                        "dialect.default.c90",
                                        "dialect.ansi",
                                        "<uC99>0</uC99>",
                                        "dialect.gnu89",
                                        "dialect.default.gnu89",
                                        NULL};
    for (const char *const *word = words; *word; word++)
        if (strstr(text, *word)) tell_flag(project, *word, strlen(*word), path, "nothing");
}

void project_assume_flags(struct project *project) {
    const struct text_list *configurations = &project->command->configurations;
    if (project->command->compile_commands) return;
    for (size_t i = 0; i < configurations->list.count; i++)
        tell_flags_of(project, configurations->list.items[i], project->texts.items[i]);
    for (struct build_text build = {0}; project_next_build(project, &build);) {
        project_tell_forced_by(project, build.path, build.text);
        tell_settings_of(project, build.path, build.text);
        tell_standards_of(project, build.path, build.text);
        if (build.is_build || !project_is_prose(project, build.path)) tell_flags_of(project, build.path, build.text);
    }
}
