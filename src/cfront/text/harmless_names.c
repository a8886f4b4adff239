#include "cfront/text/harmless_names.h"

#include "base/word.h"
#include "cfront/text/name_words.h"

#include <stddef.h>

static const char *const of_files[] = {
    "printf", "fprintf", "sprintf", "snprintf", "vprintf",  "vfprintf", "vsprintf", "vsnprintf", "dprintf",
    "puts",   "fputs",   "putchar", "putc",     "fputc",    "getchar",  "getc",     "fgetc",     "gets",
    "fgets",  "getline", "scanf",   "fscanf",   "sscanf",   "fopen",    "freopen",  "fclose",    "fread",
    "fwrite", "fseek",   "ftell",   "rewind",   "fflush",   "feof",     "ferror",   "perror",    "clearerr",
    "setbuf", "setvbuf", "ungetc",  "tmpfile",  "fileno",   "rename",   "lseek",    "fsync",     "isatty",
    "fcntl",  "ioctl",   "opendir", "readdir",  "closedir", "closelog", "syslog",   "openlog",   NULL};
static const char *const of_numbers[] = {
    "atoi",    "atol",    "atoll", "atof",  "strtol",   "strtoul", "strtoll", "strtoull",       "strtod",  "strtof",
    "rand",    "abs",     "labs",  "srand", "rand_r",   "random",  "srandom", "drand48",        "malloc",  "calloc",
    "free",    "realloc", "div",   "ldiv",  "isalpha",  "isdigit", "isalnum", "isspace",        "isupper", "islower",
    "ispunct", "isprint", "sqrt",  "sin",   "isxdigit", "toupper", "tolower", "posix_memalign", NULL};
static const char *const of_texts[] = {
    "memcpy",  "memmove",    "memset",      "memcmp",      "memchr",  "strcpy",  "strncpy", "strcat",
    "strncat", "strcmp",     "strncmp",     "strchr",      "strrchr", "strstr",  "strlen",  "strnlen",
    "strtok",  "strcasecmp", "strncasecmp", "strtok_r",    "strdup",  "strndup", "strspn",  "strcspn",
    "strpbrk", "strcoll",    "strerror",    "strerror_r",  "bzero",   "bcopy",   "getenv",  "setenv",
    "getpid",  "getppid",    "sysconf",     "gethostname", NULL};
static const char *const of_time[] = {"time",      "clock",       "clock_gettime", "clock_getres", "clock_nanosleep",
                                      "nanosleep", "difftime",    "mktime",        "gmtime",       "gmtime_r",
                                      "localtime", "localtime_r", "ctime",         "asctime",      "strftime",
                                      "usleep",    "sleep",       "gettimeofday",  "sched_yield",  NULL};

/* Threads of the machine that simulates another one: no task is among them. */
static bool is_of_threads(const char *name) {
    static const char *const others[] = {"pthread_create", "pthread_kill", "pthread_exit", NULL};
    return begins_with(name, "pthread_") && !is_one_of(name, others);
}

bool harmless_names_has_library(const char *name) {
    return is_one_of(name, of_files) || is_one_of(name, of_numbers) || is_one_of(name, of_texts) ||
           is_one_of(name, of_time) || is_of_threads(name);
}

bool harmless_names_has_device(const char *name) {
    static const char *const devices[] = {"led",    "leds",   "lcd",   "oled",    "buzzer", "beep",  "gpio", "uart",
                                          "usart",  "adc",    "dac",   "pwm",     "spi",    "i2c",   "lamp", "motor",
                                          "button", "printf", "print", "println", "puts",   "delay", NULL};
    return name_has_word_of(name, devices);
}
