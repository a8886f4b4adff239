#!/usr/bin/env bats
# rtcheck app: what common drivers and libraries of controllers have, where their headers are missing.

load helpers
load missing_headers

@test "a service gets the name of a task that only code has: no task of the configuration is meant" {
    for call in 'ChainTask(u);' 'ActivateTask(u); TerminateTask();' 'SetEvent(u, 1); TerminateTask();'; do
        answer 1 "DeclareTask(u); TASK(t1) { $call } TASK(u) { TerminateTask(); }"
        expect_output 'there is no object with this identifier'
        expect_output '`u` is nothing that the configuration has'
    done
    answer 3 'TASK(t1) { if (MODE == 3) ActivateTask(w); TerminateTask(); }'
    expect_output '`w` is `t1`'
}

@test "what AVR's programs read from flash is what lies there" {
    answer 0 'static const char msg[] PROGMEM = "hi"; TASK(t1) { for (int i = 0; pgm_read_byte(&msg[i]); i++) UDR0 = pgm_read_byte(&msg[i]); TerminateTask(); }'
    expect_output '`pgm_read_byte` is what macros of that name usually are'
    answer 1 'static const char msg[] PROGMEM = "hi"; TASK(t1) { for (int i = 0; i < 4; i++) UDR0 = pgm_read_byte(&msg[i]); TerminateTask(); }'
    expect_output 'at offset 3 of msg, which has 3'
    answer 0 'const unsigned short tab[2] = {1, 700}; char buf[3]; TASK(t1) { assert(pgm_read_word(&tab[1]) == 700); strcpy_P(buf, PSTR("hi")); assert(strlen_P(PSTR("hi")) == 2 && !strcmp_P(buf, PSTR("hi"))); TerminateTask(); }'
    answer 1 'char buf[2]; TASK(t1) { strcpy_P(buf, PSTR("hi")); TerminateTask(); }'
    answer 0 'const char hi[] = "hi"; PGM_P const names[] = {hi}; char buf[3]; TASK(t1) { strcpy_P(buf, (PGM_P)pgm_read_ptr(&names[0])); assert(buf[1] == 105); TerminateTask(); }'
    answer 0 'const unsigned char b[] PROGMEM = {1, 2, 3, 4, 5}; TASK(t1) { assert(pgm_read_word(&b[1]) == 0x302 && pgm_read_dword(b + 1) == 0x5040302); TerminateTask(); }'
    answer 1 'const unsigned char b[] PROGMEM = {1, 2, 3, 4, 5}; TASK(t1) { unsigned n = pgm_read_word(&b[4]); TerminateTask(); }'
    expect_output 'access to 2 bytes at offset 4 of b, which has 5'
    answer 1 'const unsigned char b[5] PROGMEM; TASK(t1) { unsigned n = *(const unsigned short *)(b + 1); TerminateTask(); }'
    expect_output 'need not be aligned'
    while IFS='@' read -r good bad; do
        answer 0 "char b[9] = \"abc\"; TASK(t1) { int n; $good TerminateTask(); }"
        answer 1 "char b[9] = \"abc\"; TASK(t1) { int n; ${bad:-${good/assert(/assert(!}} TerminateTask(); }"
    done <<'END'
n = strncmp_P("abc", PSTR("abd"), 2); assert(n == 0);@n = strncmp_P("abc", PSTR("abd"), 3); assert(n == 0);
assert(strncmp_P(b, PSTR("abd"), 3) < 0);
assert(!strcasecmp_P("ABc", PSTR("aBC")) && strncasecmp_P("ABx", PSTR("abA"), 3) > 0);@assert(strcasecmp_P("a[", PSTR("A{")) == 0);
n = strlcpy_P(b, PSTR("abcdefgh"), 6); assert(n == 8 && b[4] == 101 && !b[5]);@strlcpy_P(b, PSTR("abcdefghij"), 11);
n = strlcat_P(b, PSTR("defgh"), 6); assert(n == 8 && b[4] == 101 && !b[5]);@strlcat_P(b, PSTR("defghij"), 20);
assert(strnlen_P(PSTR("abc"), 2) == 2 && strspn_P("aab", PSTR("a")) == 2 && strcspn_P("aab", PSTR("b")) == 2);@strnlen_P(0, 2);
assert(strrchr_P(b, 99) == b + 2 && strpbrk_P(b, PSTR("xc")) == b + 2);@assert(strrchr_P(b, 99) == b);
n = snprintf_P(b, sizeof b, PSTR("n %d"), 42); assert(n == 4 && b[2] == 52);@sprintf_P(b, PSTR("%9d"), 42);
END
    answer 1 'unsigned char pgm_read_byte(const char *p); static const char msg[] PROGMEM = "hi"; TASK(t1) { for (int i = 0; pgm_read_byte(&msg[i]); i++); TerminateTask(); }'
}

@test "functions of <string.h> and <stdlib.h> need no header where they take or give other numbers than int" {
    for code in 'n = strncmp("abc", "abd", 2); assert(n == 0);' 'n = strncmp("abc", "abd", 3) < 0; assert(n == 1);' 'n = strspn("aab", "a"); assert(n == 2);' 'n = strcspn("aab", "b"); assert(n == 2);' \
        'char b[4]; n = strxfrm(b, "abc", 4); assert(n == 3);' 'long k = atol("-123456"); assert(k == -123456);' 'n = strcoll("a", "a"); assert(n == 0);' 'n = strcasecmp("aB", "Ab"); assert(n == 0);' \
        'char b[4]; n = strlcpy(b, "abcdef", 4); assert(n == 6 && b[2] == 99);'; do
        answer 0 "TASK(t1) { int n; $code TerminateTask(); }"
        answer 1 "TASK(t1) { int n; ${code/assert(*)/assert(0)} TerminateTask(); }"
    done
    answer 0 'static int strlcpy(char *to, const char *from, int n) { return 7; } TASK(t1) { char b[3]; int n = strlcpy(b, "a", 3); assert(n == 7); TerminateTask(); }'
    answer 0 '#include <string.h>
unsigned long strlcpy(char *to, const char *from, unsigned long n) { return 7; } int strcasecmp(const char *a, const char *b) { return 3; }
TASK(t1) { char b[3]; assert(strlcpy(b, "a", 3) == 7 && strcasecmp("a", "b") == 3); TerminateTask(); }'
}

@test "a name that a member leads to, by which registers are used, is hardware: \`htim.Instance = TIM3\`" {
    local handle='TIM_HandleTypeDef htim3; int n;'
    while IFS='@' read -r status code; do
        answer "$status" "$handle $code"
        case $status in 0) expect_output 'hardware' ;; esac
    done <<'END'
0@TASK(t1) { htim3.Instance = TIM3; htim3.Instance->CNT = 4; n = 1; assert(n == 1); TerminateTask(); }
1@TASK(t1) { htim3.Instance = TIM3; htim3.Instance->CNT = 4; n = htim3.Instance->CNT; assert(n == 4); TerminateTask(); }
0@void f(TIM_TypeDef *x) { x->CR1 |= 1; } TASK(t1) { htim3.Instance = TIM3; f(htim3.Instance); f(TIM4); TerminateTask(); }
0@TIM_TypeDef *pick(int i) { return i ? TIM3 : TIM4; } TASK(t1) { htim3.Instance = pick(1); htim3.Instance->CNT = 1; pick(0)->SR = 2; TerminateTask(); }
0@TIM_HandleTypeDef other = {.Instance = TIM3}; TASK(t1) { other.Instance->CNT = 1; n = 1; assert(n == 1); TerminateTask(); }
1@TASK(t1) { htim3.Instance = n ? TIM3 : TIM4; n = htim3.Instance->CNT != 7; assert(n); TerminateTask(); }
0@TASK(t1) { htim3.Instance = TIM3; htim3.Instance->CNT = 1; TIM3->SR = 0; TerminateTask(); }
END
    while IFS='@' read -r status code; do
        answer "$status" "#define TIM3 ((TIM_TypeDef *)0x40000400)
$handle $code"
    done <<'END'
0@TASK(t1) { htim3.Instance = TIM3; htim3.Instance->CNT = 3; n = 1; assert(n == 1); TerminateTask(); }
1@TASK(t1) { htim3.Instance = TIM3; htim3.Instance->CNT = 3; n = TIM3->CNT; assert(n == 3); TerminateTask(); }
END
    application "$handle void other(void); TASK(t1) { htim3.Instance = TIM3; htim3.Instance->CNT = 1; other(); assert(n == BAD); TerminateTask(); }"
    printf '#include "board.h"\nvoid other(void) { TIM3->CR1 = 1; TIM3->SR &= 3; }\n' >two.c
    rtcheck app --without-headers -DBAD=0 one.oil one.c two.c
    expect_status 0
    rtcheck app --without-headers -DBAD=0 one.oil two.c one.c
    expect_status 0
    rtcheck app --without-headers -DBAD=1 one.oil one.c two.c
    expect_status 1
}

@test "code that stops for good since a driver failed is no mistake, which is told" {
    while IFS='@' read -r code names; do
        answer 0 "void Error_Handler(void); int n; TASK(t1) { n = 1; $code TerminateTask(); } void Error_Handler(void) { while (1) {} }"
        expect_output "what $names not lead to one.c:4, where"
    done <<'END'
if (HAL_Init(1) != 0) Error_Handler();@`HAL_Init` gives does
int r = HAL_Init(1); if (r < 0) Error_Handler();@`HAL_Init` gives does
if (!HAL_Init(1)) while (1);@`HAL_Init` gives does
if (HAL_Init(1) == 0) { n = 2; } else { for (;;) LED ^= 1; }@`HAL_Init` gives does
if (HAL_Init(1) || HAL_Start(2)) Error_Handler();@`HAL_Start`, `HAL_Init` give does
END
}

@test "... but not where code stops otherwise, or might be meant to stay there" {
    while IFS= read -r code; do
        application "static int n; int given(void); TASK(t1) { $code TerminateTask(); }"
        rtcheck app --without-headers one.oil one.c
        expect_no_output 'not lead to'
        [ "$status" -ne 0 ]
    done <<'END'
if (level() > 7) while (1);
if (n++ == 0) while (1);
if (given()) while (1);
if (init() != 0) { TerminateTask(); return; } for (;;) LED ^= 1;
if (init() != 0) { SetEvent(t1, 1); while (1); }
if (init() != 0) { while (1) n ^= 1; }
int r = init(); r += n; if (r) while (1);
END
    answer 1 'static void Error_Handler(void) { while (1); } int ok; TASK(t1) { if (init() != 0) Error_Handler(); if (!ok) Error_Handler(); TerminateTask(); }'
    printf 'int init()\n' >stubs.txt
    application 'TASK(t1) { if (init() != 0) while (1); TerminateTask(); }'
    rtcheck app --without-headers --stubs stubs.txt one.oil one.c
    expect_status 1
}

# waits CODE: with these, and an alarm that starts the task again and again.
holds_for_ever() {
    application "$1"
    sed -i 's/AUTOSTART = TRUE; };/AUTOSTART = FALSE; }; COUNTER c1 { MINCYCLE = 1; MAXALLOWEDVALUE = 100; TICKSPERBASE = 1; }; ALARM a1 { COUNTER = c1; ACTION = ACTIVATETASK { TASK = t1; }; AUTOSTART = TRUE { ALARMTIME = 10; CYCLETIME = 10; APPMODE = OSDEFAULTAPPMODE; }; };/' one.oil
    rtcheck app --time 20s --ticks any:timely --without-headers one.oil one.c
    expect_status 0
}

@test "code that waits for a bit of a register gets it, whichever bit a missing header names" {
    while IFS= read -r code; do
        holds_for_ever "TASK(t1) { $code TerminateTask(); }"
    done <<'END'
while (!(UCSR0A & (1 << UDRE0))); UDR0 = 65;
while ((UCSR0A & _BV(UDRE0)) == 0) {} UDR0 = 65;
ADCSRA |= (1 << ADSC); while (ADCSRA & (1 << ADSC)); PORTB = ADC >> 2;
while (!(USART1->SR & USART_SR_TXE)); USART1->DR = 65;
while (!(IFG2 & UCA0TXIFG)); UCA0TXBUF = 65;
while (USART_GetFlagStatus(USART1, USART_FLAG_TXE) == RESET); USART_SendData(USART1, 65);
while (state(1) != IDLE);
while (get() == BUSY);
while (SR1 != DONE); SR1 = 1;
static unsigned char s; s = (unsigned char)((s << 1) | ((PIND >> PD2) & 1)); if (s == 0x7F) PORTB ^= 1 << PB0;
END
    # what it gives may be too narrow for a constant with which something else is done
    application 'int n; TASK(t1) { n = IDLE > 300; while (state(1) != IDLE); TerminateTask(); }'
    rtcheck app --time 20s --without-headers one.oil one.c
    expect_status 3
    expect_output 'if what `state` gives is `unsigned char`'
}

@test "what inputs and constants of missing headers decide together is found" {
    while IFS= read -r code; do
        answer 1 "static int n; TASK(t1) { $code TerminateTask(); }"
    done <<'END'
if (PORTX & MASK) assert(0);
if (!(PORTX & MASK)) assert(0);
if (read(1) == MODE) assert(0);
if (read(1) != MODE) assert(0);
int r = read(1); if (r & MASK) assert(r & 1);
int r = read(1); if ((r >> PLACE) & 1) assert(r != 8);
if ((PORTX & A) && !(PORTX & B)) assert(n);
unsigned char r = read(1); if (r & A) { if (!(r & 4)) assert(0); }
END
    answer 3 'TASK(t1) { unsigned char r = PORTX; if (r & A) { if (!(r & 4)) assert(0); } TerminateTask(); }'
    expect_output 'but not if `PORTX` is 1, `A` is 2'
    answer 3 'TASK(t1) { int r = read(1); if (r == A) assert(r != B); TerminateTask(); }'
    expect_output 'but not if `A` is 0, `B` is 1'
    for code in 'int r = 0; if (r == MODE) assert(0);' 'if (mode == MODE) assert(0);' 'int r = in(); if (r == MODE) assert(0);'; do
        application "static int mode; int in(void); TASK(t1) { $code TerminateTask(); }"
        printf 'int in() in 3..4\n' >stubs.txt
        rtcheck app --time 20s --without-headers --stubs stubs.txt one.oil one.c
        [ "$status" -eq 1 ] || [ "$status" -eq 3 ]
    done
}

@test "a clock that is not there goes on while time passes" {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; EVENT = e; }; EVENT e { MASK = AUTO; };\n' >clock.oil
    printf 'ALARM a { COUNTER = k; ACTION = SETEVENT { TASK = t; EVENT = e; }; AUTOSTART = TRUE { ALARMTIME = 10; CYCLETIME = 10; }; }; COUNTER k { MAXALLOWEDVALUE = 99; TICKSPERBASE = 1; MINCYCLE = 1; }; };\n' >>clock.oil
    # ticking STATUS CLOCK CODE: so it is where each period does this, and `last` was read before
    ticking() {
        local declaration="unsigned $2(void);" read="$2()"
        if [ "$2" = ms_ticks ]; then declaration='extern volatile unsigned ms_ticks;' read=ms_ticks; fi
        printf '#include "os.h"\n#include <assert.h>\n%s\nunsigned v; static unsigned zero;\nTASK(t) { unsigned last = %s; for (;;) { WaitEvent(e); ClearEvent(e); unsigned now = %s; %s; last = now; (void)zero; } }\n' "$declaration" "$read" "$read" "$3" >clock.c
        rtcheck app --time 20s clock.oil clock.c
        expect_status "$1"
        if [ "$1" = 3 ]; then expect_output "but perhaps not if \`$2\` goes on as time does, and never back"; fi
    }
    for clock in HAL_GetTick millis ms_ticks; do
        ticking 3 $clock 'v = 100 / (now - last)'
        ticking 3 $clock 'assert(now > last)'
        ticking 3 $clock 'v = 100 / (now - last + 1)'
        ticking 1 $clock 'v = 100 / zero'
    done
    ticking 1 read_adc 'v = 100 / (now - last)'
    ticking 1 get_elapsed_time 'v = 100 / (now - last)'
    printf '#include "os.h"\nunsigned HAL_GetTick(void);\nunsigned v;\nTASK(t) { unsigned then = HAL_GetTick(); v = 100 / (HAL_GetTick() - then); for (;;) { WaitEvent(e); ClearEvent(e); } }\n' >clock.c
    rtcheck app clock.oil clock.c
    expect_status 1
}

@test "a clock that is not there never goes back, and goes forward by less than half of its range" {
    application() { # DECLARATION CODE
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
        printf '#include "os.h"\n#include <assert.h>\n#include <stdint.h>\n%s\nTASK(t) { %s TerminateTask(); }\n' "$1" "$2" >one.c
        rtcheck app --time 20s --without-headers one.oil one.c
    }
    back() {
        application "$@"
        expect_status 3
        expect_output "but perhaps not if \`millis\` goes on as time does, and never back"
    }
    on() {
        application "$@"
        expect_status 1
    }
    local wait='uint32_t a = millis(); while (millis() - a < 10) ; uint32_t b = millis();'
    for declaration in '' 'uint32_t millis(void);'; do
        back "$declaration" "$wait int q = 100 / (b - a); (void)q;"
        back "$declaration" "$wait assert(b != a);"
        back "$declaration" 'uint32_t a = millis(), b = millis(); assert(b - a < 0x80000000u);'
        back "$declaration" 'uint32_t a = millis(), b = millis(), c; if (b < a) b = a; c = millis(); int u[4]; u[c - a >= b - a ? 0 : 9] = 1;'
        on "$declaration" 'uint32_t a = millis(), b = millis(); assert(b != a);'
        on "$declaration" 'uint32_t a = millis(), b = millis(); assert(!(a > 0xf0000000u && b < 10));'
        on "$declaration" 'uint32_t a = millis(), b = millis(); assert(!(a == 1000 && b > 0x7fffff00u && b < 0x80000000u));'
    done
    for number in uint8_t int16_t uint32_t int64_t; do
        local bits=${number//[!0-9]/}
        local half="(1ull << $((bits - 1)))"
        reads() { echo "$number a = millis(), b = millis(); assert(!(a == ($number)$1 && b == ($number)$2));"; }
        back "$number millis(void);" "$(reads 3 0)"
        back "$number millis(void);" "$(reads 5 "(5 + $half)")"
        back "$number millis(void);" "$(reads "($half + 2)" "($half - 2)")"
        back "$number millis(void);" "$(reads 5 -2)"
        on "$number millis(void);" "$(reads 0 3)"
        on "$number millis(void);" "$(reads 5 "($half + 4)")"
        on "$number millis(void);" "$(reads "($half - 2)" "($half + 2)")"
        on "$number millis(void);" "$(reads -2 5)"
        at_full_speed # the same of other widths
    done
    back 'double millis(void);' 'if (millis() > 3) assert(millis() > 2);'
    on 'double millis(void);' 'if (millis() > 3) assert(millis() < 9);'
    back 'double millis(void);' 'double a = millis(), b = millis(); assert(b >= a);'
}

@test "what only a clock that goes back leads to may be nothing wrong" {
    led() { # STATUS CODE
        printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >led.oil
        printf '#include "os.h"\n#include <assert.h>\nunsigned millis(void); int in(void);\nint v[2], i = 2;\nstatic void fail(void) { v[i] = 1; }\nvoid since(unsigned a) { if (millis() >= a) return; fail(); }\nTASK(t) { unsigned a = millis(); %s TerminateTask(); }\n' "$2" >led.c
        rtcheck app led.oil led.c
        expect_status "$1"
    }
    for code in 'if (millis() < a) assert(0);' 'double x = a, y = millis(); if (y < x) v[i] = 1;' 'int f = 0; if (millis() < a) f = 1; if (f) fail();' 'if (millis() < a) ActivateTask(t);' \
        'since(a);'; do
        led 3 "$code"
        expect_output "but perhaps not if \`millis\` goes on as time does, and never back"
    done
    for code in 'if (millis() > a) v[i] = 1;' 'if (millis() - a > 10) v[i] = 1;' 'while (millis() - a < 10) ; a = millis(); v[i] = 1;' 'a = millis(); if (in() < 5) v[i] = 1;'; do
        led 1 "$code"
    done
}
