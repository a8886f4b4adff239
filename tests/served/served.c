/* rtcheck for tests that ask thousands of small questions. Half of the time of one such question goes into loading
 * libclang: this program loads it once and answers each question in a copy of itself (fork), as rtcheck does.
 *
 * A question is a number and so many words, each ended by NUL: the folder to be in, the files for standard output and
 * standard error, and rtcheck's arguments. The answer is a line: the exit status, or less than zero, the signal. */
#include "base/text.h"
#include "cfront/load/clang.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int rtcheck_main(int argc, char **argv); /* src/cli/main.c */

enum { FOLDER, OUTPUT, ERRORS, FIRST_ARGUMENT, MOST_WORDS = 1000, NO_PLACE = 126 };

static char *read_word(void) {
    char *word = NULL;
    size_t room = 0;
    if (getdelim(&word, &room, 0, stdin) < 0) {
        free(word);
        return NULL;
    }
    return word;
}

/* The words of the next question, NULL behind them; their number, 0: there is none. */
static int read_question(char **words) {
    char *number = read_word();
    int count = number ? atoi(number) : 0;
    free(number);
    if (count < FIRST_ARGUMENT || count >= MOST_WORDS) return 0;
    for (int i = 0; i < count; i++)
        if (!(words[i] = read_word())) return 0;
    words[count] = NULL;
    return count;
}

static void redirect(const char *path, int to) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0 || dup2(file, to) < 0) _exit(NO_PLACE);
    close(file);
}

static void answer(int count, char **words) {
    static char name[] = "rtcheck";
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || chdir(words[FOLDER]) != 0) _exit(NO_PLACE);
    close(nothing);
    redirect(words[OUTPUT], STDOUT_FILENO);
    redirect(words[ERRORS], STDERR_FILENO);
    free(words[ERRORS]);
    words[ERRORS] = name;
    int status = rtcheck_main(count - ERRORS, words + ERRORS);
    fflush(NULL);
    _exit(status); /* what libraries would tear down is gone in a moment, and each page of it would be copied before */
}

/* fork(), but for the locks that it takes of other threads, of which there are none: to take those of the address
 * sanitizer has the kernel copy thousands of pages. */
static pid_t copy_of_this(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    return _Fork();
#else
    return fork();
#endif
}

int main(void) {
    struct clang clang;
    struct text why = {0};
    char *words[MOST_WORDS];
    signal(SIGINT, SIG_DFL); /* which shells have those ignore that they start beside them */
    signal(SIGQUIT, SIG_DFL);
    bool has_clang = clang_open(&clang, &why); /* where there is none, its copies say so */
    text_free(&why);
    for (int count; (count = read_question(words)) > 0;) {
        int status;
        pid_t child = copy_of_this();
        if (child == 0) answer(count, words);
        if (child < 0 || waitpid(child, &status, 0) != child) return 1;
        printf("%d\n", WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status));
        fflush(stdout);
        for (int i = 0; i < count; i++) free(words[i]);
    }
    if (has_clang) clang_close(&clang);
    return 0;
}
