#include "cfront/library/headers.h"

/* The headers of the C library; library.c has the bodies. */

static const char assert_h[] = "#undef assert\n"
                               "#ifdef NDEBUG\n"
                               "void __rtcheck_not_asserted(void);\n"
                               "#define assert(condition) __rtcheck_not_asserted()\n"
                               "#else\n"
                               "void __rtcheck_assert(int condition, const char *text);\n"
                               "#define assert(condition) __rtcheck_assert(!!(condition), #condition)\n"
                               "#endif\n"
                               "#ifndef static_assert\n"
                               "#define static_assert _Static_assert\n"
                               "#endif\n";

static const char ctype_h[] = "#ifndef RTCHECK_CTYPE_H\n"
                              "#define RTCHECK_CTYPE_H\n"
                              "int isalnum(int c); int isalpha(int c); int isblank(int c); int iscntrl(int c); int "
                              "isdigit(int c); int isgraph(int c);\n"
                              "int islower(int c); int isprint(int c); int ispunct(int c); int isspace(int c); int "
                              "isupper(int c); int isxdigit(int c);\n"
                              "int tolower(int c); int toupper(int c);\n"
                              "#endif\n";

static const char errno_h[] = "#ifndef RTCHECK_ERRNO_H\n"
                              "#define RTCHECK_ERRNO_H\n"
                              "extern int errno;\n"
                              "#define EPERM 1\n"
                              "#define ENOENT 2\n"
                              "#define EINTR 4\n"
                              "#define EIO 5\n"
                              "#define EBADF 9\n"
                              "#define ECHILD 10\n"
                              "#define EAGAIN 11\n"
                              "#define ENOMEM 12\n"
                              "#define EACCES 13\n"
                              "#define EBUSY 16\n"
                              "#define ENODEV 19\n"
                              "#define EINVAL 22\n"
                              "#define EMLINK 31\n"
                              "#define ENOSYS 88\n"
                              "#define EDOM 33\n"
                              "#define ERANGE 34\n"
                              "#define EILSEQ 84\n"
                              "#endif\n";

static const char setjmp_h[] = "#ifndef RTCHECK_SETJMP_H\n"
                               "#define RTCHECK_SETJMP_H\n"
                               "typedef long jmp_buf[8];\n"
                               "int setjmp(jmp_buf environment);\n"
                               "void longjmp(jmp_buf environment, int value) __attribute__((noreturn));\n"
                               "#endif\n";

static const char signal_h[] = "#ifndef RTCHECK_SIGNAL_H\n"
                               "#define RTCHECK_SIGNAL_H\n"
                               "typedef int sig_atomic_t;\n"
                               "#define SIG_DFL ((void (*)(int))0)\n"
                               "#define SIG_IGN ((void (*)(int))1)\n"
                               "#define SIG_ERR ((void (*)(int))-1)\n"
                               "#define SIGINT 2\n"
                               "#define SIGILL 4\n"
                               "#define SIGABRT 6\n"
                               "#define SIGFPE 8\n"
                               "#define SIGSEGV 11\n"
                               "#define SIGTERM 15\n"
                               "void (*signal(int number, void (*handler)(int)))(int);\n"
                               "int raise(int number);\n"
                               "#endif\n";

static const char stdio_h[] =
    "#ifndef RTCHECK_STDIO_H\n"
    "#define RTCHECK_STDIO_H\n"
    "#include <stdarg.h>\n"
    "#include <stddef.h>\n"
    "#define EOF (-1)\n"
    "#define BUFSIZ 512\n"
    "#define FILENAME_MAX 4096\n"
    "#define FOPEN_MAX 16\n"
    "#define L_tmpnam 20\n"
    "#define TMP_MAX 238328\n"
    "#define SEEK_SET 0\n"
    "#define SEEK_CUR 1\n"
    "#define SEEK_END 2\n"
    "#define _IOFBF 0\n"
    "#define _IOLBF 1\n"
    "#define _IONBF 2\n"
    "typedef struct rtcheck_file { int number, is_at_end; } FILE;\n"
    "typedef long fpos_t;\n"
    "extern FILE *const stdin, *const stdout, *const stderr;\n"
    "int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));\n"
    "int fprintf(FILE *file, const char *format, ...) __attribute__((format(printf, 2, 3)));\n"
    "int sprintf(char *to, const char *format, ...) __attribute__((format(printf, 2, 3)));\n"
    "int snprintf(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));\n"
    "int vprintf(const char *format, va_list list);\n"
    "int vfprintf(FILE *file, const char *format, va_list list);\n"
    "int vsprintf(char *to, const char *format, va_list list);\n"
    "int vsnprintf(char *to, size_t size, const char *format, va_list list);\n"
    "int scanf(const char *format, ...);\n"
    "int sscanf(const char *text, const char *format, ...);\n"
    "int puts(const char *text);\n"
    "int putchar(int character);\n"
    "int fputs(const char *text, FILE *file);\n"
    "int fputc(int character, FILE *file);\n"
    "int putc(int character, FILE *file);\n"
    "int getchar(void);\n"
    "int getc(FILE *file);\n"
    "int fgetc(FILE *file);\n"
    "int ungetc(int character, FILE *file);\n"
    "char *fgets(char *to, int size, FILE *file);\n"
    "size_t fread(void *to, size_t size, size_t count, FILE *file);\n"
    "size_t fwrite(const void *from, size_t size, size_t count, FILE *file);\n"
    "FILE *fopen(const char *name, const char *mode);\n"
    "FILE *freopen(const char *name, const char *mode, FILE *file);\n"
    "FILE *tmpfile(void);\n"
    "char *tmpnam(char *name);\n"
    "int fclose(FILE *file);\n"
    "int feof(FILE *file);\n"
    "int ferror(FILE *file);\n"
    "void clearerr(FILE *file);\n"
    "int fseek(FILE *file, long to, int from);\n"
    "long ftell(FILE *file);\n"
    "void rewind(FILE *file);\n"
    "int fgetpos(FILE *file, fpos_t *at);\n"
    "int fsetpos(FILE *file, const fpos_t *at);\n"
    "int remove(const char *name);\n"
    "int rename(const char *from, const char *to);\n"
    "void setbuf(FILE *file, char *buffer);\n"
    "int setvbuf(FILE *file, char *buffer, int mode, size_t size);\n"
    "void perror(const char *text);\n"
    "int fscanf(FILE *file, const char *format, ...);\n"
    "int vscanf(const char *format, va_list list);\n"
    "int vsscanf(const char *text, const char *format, va_list list);\n"
    "int vfscanf(FILE *file, const char *format, va_list list);\n"
    "int fflush(FILE *file);\n"
    "#endif\n";

static const char stdlib_h[] =
    "#ifndef RTCHECK_STDLIB_H\n"
    "#define RTCHECK_STDLIB_H\n"
    "#include <stddef.h>\n"
    "#define EXIT_SUCCESS 0\n"
    "#define EXIT_FAILURE 1\n"
    "#define RAND_MAX __INT_MAX__\n"
    "typedef struct { int quot, rem; } div_t;\n"
    "typedef struct { long quot, rem; } ldiv_t;\n"
    "typedef struct { long long quot, rem; } lldiv_t;\n"
    "int abs(int number);\n"
    "long labs(long number);\n"
    "long long llabs(long long number);\n"
    "div_t div(int number, int by);\n"
    "ldiv_t ldiv(long number, long by);\n"
    "lldiv_t lldiv(long long number, long long by);\n"
    "int atoi(const char *text);\n"
    "long atol(const char *text);\n"
    "long long atoll(const char *text);\n"
    "double atof(const char *text);\n"
    "double strtod(const char *text, char **end);\n"
    "float strtof(const char *text, char **end);\n"
    "long double strtold(const char *text, char **end);\n"
    "long strtol(const char *text, char **end, int base);\n"
    "long long strtoll(const char *text, char **end, int base);\n"
    "unsigned long strtoul(const char *text, char **end, int base);\n"
    "unsigned long long strtoull(const char *text, char **end, int base);\n"
    "int rand(void);\n"
    "void srand(unsigned seed);\n"
    "void *malloc(size_t size);\n"
    "void *calloc(size_t count, size_t size);\n"
    "void *realloc(void *block, size_t size);\n"
    "void free(void *block);\n"
    "void *aligned_alloc(size_t alignment, size_t size);\n"
    "int atexit(void (*function)(void));\n"
    "int at_quick_exit(void (*function)(void));\n"
    "void quick_exit(int status) __attribute__((noreturn));\n"
    "void _Exit(int status) __attribute__((noreturn));\n"
    "char *getenv(const char *name);\n"
    "int system(const char *command);\n"
    "int mblen(const char *text, size_t size);\n"
    "int mbtowc(wchar_t *to, const char *text, size_t size);\n"
    "int wctomb(char *to, wchar_t character);\n"
    "size_t mbstowcs(wchar_t *to, const char *text, size_t size);\n"
    "size_t wcstombs(char *to, const wchar_t *text, size_t size);\n"
    "void abort(void) __attribute__((noreturn));\n"
    "void exit(int status) __attribute__((noreturn));\n"
    "void qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));\n"
    "void *bsearch(const void *key, const void *base, size_t count, size_t size,\n"
    "              int (*compare)(const void *, const void *));\n"
    "#endif\n";

static const char string_h[] = "#ifndef RTCHECK_STRING_H\n"
                               "#define RTCHECK_STRING_H\n"
                               "#include <stddef.h>\n"
                               "void *memcpy(void *to, const void *from, size_t size);\n"
                               "void *memmove(void *to, const void *from, size_t size);\n"
                               "void *memset(void *to, int byte, size_t size);\n"
                               "int memcmp(const void *left, const void *right, size_t size);\n"
                               "void *memchr(const void *from, int byte, size_t size);\n"
                               "size_t strlen(const char *text);\n"
                               "int strcmp(const char *left, const char *right);\n"
                               "int strncmp(const char *left, const char *right, size_t size);\n"
                               "char *strcpy(char *to, const char *from);\n"
                               "char *strncpy(char *to, const char *from, size_t size);\n"
                               "char *strcat(char *to, const char *from);\n"
                               "char *strncat(char *to, const char *from, size_t size);\n"
                               "char *strchr(const char *text, int character);\n"
                               "char *strrchr(const char *text, int character);\n"
                               "char *strstr(const char *text, const char *part);\n"
                               "size_t strspn(const char *text, const char *set);\n"
                               "size_t strcspn(const char *text, const char *set);\n"
                               "char *strpbrk(const char *text, const char *set);\n"
                               "char *strtok(char *text, const char *set);\n"
                               "char *strtok_r(char *text, const char *set, char **rest);\n"
                               "int strcoll(const char *left, const char *right);\n"
                               "size_t strxfrm(char *to, const char *from, size_t size);\n"
                               "char *strerror(int number);\n"
                               "size_t strnlen(const char *text, size_t size);\n"
                               "char *strdup(const char *text);\n"
                               "#endif\n";

static const char strings_h[] = "#ifndef RTCHECK_STRINGS_H\n"
                                "#define RTCHECK_STRINGS_H\n"
                                "#include <stddef.h>\n"
                                "int strcasecmp(const char *left, const char *right);\n"
                                "int strncasecmp(const char *left, const char *right, size_t size);\n"
                                "int ffs(int number);\n"
                                "int ffsl(long number);\n"
                                "int ffsll(long long number);\n"
                                "int bcmp(const void *left, const void *right, size_t size);\n"
                                "void bcopy(const void *from, void *to, size_t size);\n"
                                "void bzero(void *to, size_t size);\n"
                                "char *strchr(const char *text, int character);\n"
                                "char *strrchr(const char *text, int character);\n"
                                "#define index(text, character) strchr(text, character)\n"
                                "#define rindex(text, character) strrchr(text, character)\n"
                                "#endif\n";

/* What <string.h> has here and there. */
static const char bounded_h[] = "#ifndef RTCHECK_BOUNDED_H\n"
                                "#define RTCHECK_BOUNDED_H\n"
                                "#include <stddef.h>\n"
                                "size_t strlcpy(char *to, const char *from, size_t size);\n"
                                "size_t strlcat(char *to, const char *from, size_t size);\n"
                                "#endif\n";

static const char sys_types_h[] = "#ifndef RTCHECK_SYS_TYPES_H\n"
                                  "#define RTCHECK_SYS_TYPES_H\n"
                                  "#include <stddef.h>\n"
                                  "typedef __PTRDIFF_TYPE__ ssize_t;\n"
                                  "typedef long off_t;\n"
                                  "typedef int pid_t;\n"
                                  "typedef unsigned mode_t;\n"
                                  "#endif\n";

static const char sys_time_h[] = "#ifndef RTCHECK_SYS_TIME_H\n"
                                 "#define RTCHECK_SYS_TIME_H\n"
                                 "struct timeval { long tv_sec, tv_usec; };\n"
                                 "int gettimeofday(struct timeval *now, void *zone);\n"
                                 "#endif\n";

/* What STM32CubeIDE's syscalls.c, which is in many projects, asks for: nothing of it is the system's. */
static const char sys_stat_h[] =
    "#ifndef RTCHECK_SYS_STAT_H\n"
    "#define RTCHECK_SYS_STAT_H\n"
    "#include <sys/types.h>\n"
    "#include <time.h>\n"
    "struct stat { mode_t st_mode; unsigned st_nlink; long st_size, st_blksize, st_blocks; time_t st_atime, st_mtime, "
    "st_ctime; };\n"
    "#define S_IFMT 0170000\n"
    "#define S_IFIFO 0010000\n"
    "#define S_IFCHR 0020000\n"
    "#define S_IFDIR 0040000\n"
    "#define S_IFREG 0100000\n"
    "#endif\n";

static const char sys_times_h[] = "#ifndef RTCHECK_SYS_TIMES_H\n"
                                  "#define RTCHECK_SYS_TIMES_H\n"
                                  "#include <time.h>\n"
                                  "struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };\n"
                                  "#endif\n";

static const char time_h[] =
    "#ifndef RTCHECK_TIME_H\n"
    "#define RTCHECK_TIME_H\n"
    "#include <stddef.h>\n"
    "#ifdef __linux__\n"
    "typedef long time_t;\n"
    "typedef long clock_t;\n"
    "#define CLOCKS_PER_SEC 1000000\n"
    "#else\n"
    "#ifdef __AVR__\n"
    "typedef __UINT32_TYPE__ time_t;\n"
    "#else\n"
    "typedef __INT64_TYPE__ time_t;\n" /* newlib */
    "#endif\n"
    "typedef unsigned long clock_t;\n"
    "#define CLOCKS_PER_SEC 1000\n"
    "#endif\n"
    "struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };\n"
    "struct timespec { time_t tv_sec; long tv_nsec; };\n"
    "time_t time(time_t *now);\n"
    "time_t mktime(struct tm *at);\n"
    "struct tm *gmtime(const time_t *at);\n"
    "struct tm *gmtime_r(const time_t *at, struct tm *to);\n"
    "struct tm *localtime(const time_t *at);\n"
    "struct tm *localtime_r(const time_t *at, struct tm *to);\n"
    "double difftime(time_t later, time_t sooner);\n"
    "size_t strftime(char *to, size_t size, const char *format, const struct tm *time);\n"
    "char *asctime(const struct tm *time);\n"
    "char *ctime(const time_t *at);\n"
    "#define TIME_UTC 1\n"
    "int timespec_get(struct timespec *now, int base);\n"
    "clock_t clock(void);\n"
    "#endif\n";

/* <wchar.h> and <stdint.h> have it. */
static const char wide_h[] = "#ifndef RTCHECK_WIDE_H\n"
                             "#define RTCHECK_WIDE_H\n"
                             "#if defined __linux__ || defined __AVR__ || defined _WIN32 || defined __APPLE__\n"
                             "typedef __WINT_TYPE__ wint_t;\n"
                             "#define WINT_MAX __WINT_MAX__\n"
                             "#else\n"
                             "typedef unsigned wint_t;\n" /* newlib */
                             "#define WINT_MAX (__INT_MAX__ * 2U + 1U)\n"
                             "#endif\n"
                             "#if !defined __AVR__ && !defined __APPLE__\n"
                             "#define WINT_MIN 0U\n"
                             "#else\n"
                             "#define WINT_MIN (-__WINT_MAX__ - 1)\n"
                             "#endif\n"
                             "#define WCHAR_MAX __WCHAR_MAX__\n"
                             "#ifdef __WCHAR_UNSIGNED__\n"
                             "#define WCHAR_MIN 0\n"
                             "#else\n"
                             "#define WCHAR_MIN (-__WCHAR_MAX__ - 1)\n"
                             "#endif\n"
                             "#endif\n";

const struct header headers_library_files[] = {{"assert.h", assert_h},
                                               {"wctype.h", headers_wctype},
                                               {"uchar.h", headers_uchar},
                                               {"threads.h", headers_threads},
                                               {"fenv.h", headers_fenv},
                                               {"complex.h", headers_complex},
                                               {"ctype.h", ctype_h},
                                               {"errno.h", errno_h},
                                               {"inttypes.h", headers_inttypes},
                                               {"locale.h", headers_locale},
                                               {"malloc.h", "#include <stdlib.h>\n"},
                                               {"math.h", headers_math},
                                               {"memory.h", "#include <string.h>\n"},
                                               {"setjmp.h", setjmp_h},
                                               {"signal.h", signal_h},
                                               {"stdio.h", stdio_h},
                                               {"stdlib.h", stdlib_h},
                                               {"string.h", string_h},
                                               {"strings.h", strings_h},
                                               {"rtcheck_bounded.h", bounded_h},
                                               {"sys/types.h", sys_types_h},
                                               {"sys/time.h", sys_time_h},
                                               {"sys/stat.h", sys_stat_h},
                                               {"sys/times.h", sys_times_h},
                                               {"tgmath.h", headers_tgmath},
                                               {"time.h", time_h},
                                               {"wchar.h", headers_wchar},
                                               {"rtcheck_wide.h", wide_h},
                                               {NULL, NULL}};
