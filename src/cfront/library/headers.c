#include "cfront/library/headers.h"

#include "base/word.h"

#include <string.h>

/* OSEK OS 2.2.3, 13: types and constructors as in the standard's bindings. Identifiers are as wide as the kernel's, so
 * that INVALID_TASK is what the kernel says. */
static const char os_h[] =
    "#ifndef RTCHECK_OS_H\n"
    "#define RTCHECK_OS_H\n"
    "#ifndef STATUSTYPEDEFINED\n" /* OSEK binding 3: other headers may have it, and E_OK */
    "#define STATUSTYPEDEFINED\n"
    "typedef unsigned char StatusType;\n"
    "#endif\n"
    "#undef E_OK\n"
    "typedef __UINT32_TYPE__ TaskType;\n"
    "typedef TaskType *TaskRefType;\n"
    "typedef enum { RUNNING, WAITING, READY, SUSPENDED } TaskStateType;\n"
    "typedef TaskStateType *TaskStateRefType;\n"
    "typedef __UINT32_TYPE__ ResourceType;\n"
    "typedef __UINT64_TYPE__ EventMaskType;\n"
    "typedef EventMaskType *EventMaskRefType;\n"
    "typedef __UINT32_TYPE__ TickType;\n"
    "typedef TickType *TickRefType;\n"
    "typedef __UINT32_TYPE__ AlarmType;\n"
    "typedef __UINT32_TYPE__ CounterType;\n"
    "typedef __UINT32_TYPE__ ISRType;\n"
    "typedef unsigned long IntDescriptorType;\n" /* OSEK OS 2.1 */
    "typedef IntDescriptorType *IntDescriptorRefType;\n"
    "typedef struct { TickType maxallowedvalue, ticksperbase, mincycle; } AlarmBaseType;\n"
    "typedef AlarmBaseType *AlarmBaseRefType;\n"
    "typedef __UINT32_TYPE__ AppModeType;\n"
    "typedef unsigned char OSServiceIdType;\n"
    "enum { E_OK = 0, E_OS_ACCESS = 1, E_OS_CALLEVEL = 2, E_OS_ID = 3, E_OS_LIMIT = 4, E_OS_NOFUNC = 5,\n"
    "       E_OS_RESOURCE = 6, E_OS_STATE = 7, E_OS_VALUE = 8, E_OS_DISABLEDINT = 12, E_OS_SYS = 0x40 };\n"
    "#define INVALID_TASK ((TaskType)-1)\n"
    "#define INVALID_ISR ((ISRType)-1)\n"
    "#define TASK(name) void " HEADERS_TASK "##name(void)\n"
    "#define ISR(name, ...) void " HEADERS_ISR "##name(void)\n" /* AVR's has options */
    "#define ISR1(name) void " HEADERS_ISR "##name(void)\n"     /* not by ISR: projects make that of these */
    "#define ISR2(name) void " HEADERS_ISR "##name(void)\n"
    "#define ISR2_INT(name) void " HEADERS_ISR "##name(void)\n" /* ERIKA */
    "#define COMCallback(name) void COMCallback_##name(void)\n" /* OSEK COM: nothing here calls it */
    "#define COMCallout(name) _Bool name(void)\n"
    "#define ALARMCALLBACK(name) void " HEADERS_CALLBACK "##name(void)\n"
    "#define DeclareTask(name) struct rtcheck_declared\n"
    "#define DeclareResource(name) struct rtcheck_declared\n"
    "#define DeclareEvent(name) struct rtcheck_declared\n"
    "#define DeclareAlarm(name) struct rtcheck_declared\n"
    "#define DeclareMessage(name) struct rtcheck_declared\n" /* OSEK COM 3.0.3 */
    "#define DeclareCounter(name) struct rtcheck_declared\n"
    "#define DeclareAppMode(name) struct rtcheck_declared\n"
    "#define DeclareISR(name) struct rtcheck_declared\n"
    "StatusType (ActivateTask)(TaskType TaskID);\n"
    "StatusType (TerminateTask)(void);\n"
    "StatusType (ChainTask)(TaskType TaskID);\n"
    "StatusType (Schedule)(void);\n"
    "StatusType (GetTaskID)(TaskRefType TaskID);\n"
    "StatusType (GetTaskState)(TaskType TaskID, TaskStateRefType State);\n"
    "void (EnableAllInterrupts)(void);\n"
    "void (DisableAllInterrupts)(void);\n"
    "void (ResumeAllInterrupts)(void);\n"
    "void (SuspendAllInterrupts)(void);\n"
    "void (ResumeOSInterrupts)(void);\n"
    "void (SuspendOSInterrupts)(void);\n"
    "StatusType (DisableInterruptSource)(ISRType ISRID);\n" /* AUTOSAR */
    "StatusType (EnableInterruptSource)();\n"
    "StatusType (GetResource)(ResourceType ResID);\n"
    "StatusType (ReleaseResource)(ResourceType ResID);\n"
    "StatusType (SetEvent)(TaskType TaskID, EventMaskType Mask);\n"
    "StatusType (ClearEvent)(EventMaskType Mask);\n"
    "StatusType (GetEvent)(TaskType TaskID, EventMaskRefType Event);\n"
    "StatusType (WaitEvent)(EventMaskType Mask);\n"
    "StatusType (GetAlarmBase)(AlarmType AlarmID, AlarmBaseRefType Info);\n"
    "StatusType (GetAlarm)(AlarmType AlarmID, TickRefType Tick);\n"
    "StatusType (SetRelAlarm)(AlarmType AlarmID, TickType increment, TickType cycle);\n"
    "StatusType (SetAbsAlarm)(AlarmType AlarmID, TickType start, TickType cycle);\n"
    "StatusType (CancelAlarm)(AlarmType AlarmID);\n"
    "AppModeType (GetActiveApplicationMode)(void);\n"
    "void (StartOS)(AppModeType Mode);\n"
    "void (ShutdownOS)(StatusType Error);\n"
    "StatusType (IncrementCounter)(CounterType CounterID);\n"
    "#define SignalCounter(CounterID) IncrementCounter(CounterID)\n" /* TOPPERS, nxtOSEK */
    "StatusType (GetCounterValue)(CounterType CounterID, TickRefType Value);\n"
    "StatusType (GetElapsedValue)(CounterType CounterID, TickRefType Value, TickRefType ElapsedValue);\n"
    "OSServiceIdType (OSErrorGetServiceId)(void);\n"
    "EventMaskType rtcheck_error_parameter(int number);\n"
    "int OSErrorGetRet(void);\n" /* FreeOSEK */
    "#define OSErrorGetParam1() ((unsigned)rtcheck_error_parameter(0))\n"
    "#define OSErrorGetParam2() ((unsigned)rtcheck_error_parameter(1))\n"
    "#define OSErrorGetParam3() ((unsigned)rtcheck_error_parameter(2))\n"
    "#define OSError_ActivateTask_TaskID() ((TaskType)rtcheck_error_parameter(0))\n"
    "#define OSError_ChainTask_TaskID() ((TaskType)rtcheck_error_parameter(0))\n"
    "#define OSError_GetTaskState_TaskID() ((TaskType)rtcheck_error_parameter(0))\n"
    "#define OSError_GetResource_ResID() ((ResourceType)rtcheck_error_parameter(0))\n"
    "#define OSError_ReleaseResource_ResID() ((ResourceType)rtcheck_error_parameter(0))\n"
    "#define OSError_SetEvent_TaskID() ((TaskType)rtcheck_error_parameter(0))\n"
    "#define OSError_SetEvent_Mask() ((EventMaskType)rtcheck_error_parameter(1))\n"
    "#define OSError_ClearEvent_Mask() ((EventMaskType)rtcheck_error_parameter(0))\n"
    "#define OSError_GetEvent_TaskID() ((TaskType)rtcheck_error_parameter(0))\n"
    "#define OSError_WaitEvent_Mask() ((EventMaskType)rtcheck_error_parameter(0))\n"
    "#define OSError_GetAlarmBase_AlarmID() ((AlarmType)rtcheck_error_parameter(0))\n"
    "#define OSError_GetAlarm_AlarmID() ((AlarmType)rtcheck_error_parameter(0))\n"
    "#define OSError_SetRelAlarm_AlarmID() ((AlarmType)rtcheck_error_parameter(0))\n"
    "#define OSError_SetRelAlarm_increment() ((TickType)rtcheck_error_parameter(1))\n"
    "#define OSError_SetRelAlarm_cycle() ((TickType)rtcheck_error_parameter(2))\n"
    "#define OSError_SetAbsAlarm_AlarmID() ((AlarmType)rtcheck_error_parameter(0))\n"
    "#define OSError_SetAbsAlarm_start() ((TickType)rtcheck_error_parameter(1))\n"
    "#define OSError_SetAbsAlarm_cycle() ((TickType)rtcheck_error_parameter(2))\n"
    "#define OSError_CancelAlarm_AlarmID() ((AlarmType)rtcheck_error_parameter(0))\n"
    "#define OSError_IncrementCounter_CounterID() ((CounterType)rtcheck_error_parameter(0))\n"
    "#include <rtcheck.h>\n"
    "#include <" HEADERS_NAMES ">\n"
    "#endif\n";

/* `(NAME)(`, `#define NAME(`, `... NAME;` of a typedef, `NAME = ` of an enumeration. */
bool headers_declare(const char *name) {
    static const char defines[] = "#define ";
    size_t length = strlen(name);
    for (const char *at = os_h; length && (at = strstr(at, name)); at += length) {
        const char *line = at, *end = at + length;
        if (is_word_char(at[-1]) || is_word_char(*end)) continue;
        while (line > os_h && line[-1] != '\n') line--;
        bool is_service = at[-1] == '(' && begins_with(end, ")(");
        bool is_macro = line + sizeof defines - 1 == at && begins_with(line, defines);
        bool is_type = begins_with(line, "typedef") && *end == ';';
        if (is_service || is_macro || is_type || begins_with(end, " = ")) return true;
    }
    return false;
}

/* What applications and test harnesses may ask of rtcheck itself. */
static const char rtcheck_h[] = "#ifndef RTCHECK_H\n"
                                "#define RTCHECK_H\n"
                                "long rtcheck_range(long long low, long long high);\n"
                                "#ifndef RTCHECK_OWN_RANDOM\n"
                                "int random();\n" /* (low, high): ours; (): any number, as POSIX has it */
                                "#endif\n"
                                "void rtcheck_assume(_Bool condition);\n"
                                "void rtcheck_trace(const char *text, ...);\n"
                                "void rtcheck_interrupt(__UINT32_TYPE__ isr);\n"
                                "#endif\n";

/* AUTOSAR's compiler abstraction and types: memory classes mean nothing here. */
#define FUNCTIONS_AND_VARIABLES                                                                                        \
    "#define FUNC(type, memory) type\n"                                                                                \
    "#define VAR(type, memory) type\n"                                                                                 \
    "#define CONST(type, memory) const type\n"                                                                         \
    "#define P2VAR(type, memory, pointer) type *\n"                                                                    \
    "#define P2CONST(type, memory, pointer) const type *\n"                                                            \
    "#define CONSTP2VAR(type, memory, pointer) type *const\n"                                                          \
    "#define CONSTP2CONST(type, memory, pointer) const type *const\n"                                                  \
    "#define P2FUNC(type, memory, name) type (*name)\n"                                                                \
    "#define CONSTP2FUNC(type, memory, name) type (*const name)\n"                                                     \
    "#define FUNC_P2VAR(type, pointer, memory) type *\n"                                                               \
    "#define FUNC_P2CONST(type, pointer, memory) const type *\n"

bool headers_has_abstraction(const char *name, size_t length) {
    static const char text[] = FUNCTIONS_AND_VARIABLES, before[] = "#define ";
    for (const char *at = text; (at = strstr(at, before));) {
        at += sizeof before - 1;
        if (!strncmp(at, name, length) && at[length] == '(') return true;
    }
    return false;
}

static const char compiler_h[] = "#ifndef RTCHECK_COMPILER_H\n"
                                 "#define RTCHECK_COMPILER_H\n"
                                 "#define AUTOMATIC\n"
                                 "#define TYPEDEF\n"
                                 "#define STATIC static\n"
                                 "#define _STATIC_ static\n"
                                 "#define _INLINE_ inline\n"
                                 "#define INLINE inline\n"
                                 "#define LOCAL_INLINE static inline\n"
                                 "#define NULL_PTR ((void *)0)\n" FUNCTIONS_AND_VARIABLES "#endif\n";

static const char platform_types_h[] = "#ifndef RTCHECK_PLATFORM_TYPES_H\n"
                                       "#define RTCHECK_PLATFORM_TYPES_H\n"
                                       "typedef unsigned char boolean;\n"
                                       "typedef __INT8_TYPE__ sint8;\n"
                                       "typedef __UINT8_TYPE__ uint8;\n"
                                       "typedef __INT16_TYPE__ sint16;\n"
                                       "typedef __UINT16_TYPE__ uint16;\n"
                                       "typedef __INT32_TYPE__ sint32;\n"
                                       "typedef __UINT32_TYPE__ uint32;\n"
                                       "typedef float float32;\n"
                                       "typedef double float64;\n"
                                       "#ifndef TRUE\n"
                                       "#define TRUE 1\n"
                                       "#define FALSE 0\n"
                                       "#endif\n"
                                       "#endif\n";

/* The project's own, of those that it has. */
static const char std_types_h[] = "#ifndef RTCHECK_STD_TYPES_H\n"
                                  "#define RTCHECK_STD_TYPES_H\n"
                                  "#include <Compiler.h>\n"
                                  "#include <Platform_Types.h>\n"
                                  "#define STD_ON 1\n"
                                  "#define STD_OFF 0\n"
                                  "#define STD_HIGH 1\n"
                                  "#define STD_LOW 0\n"
                                  "#endif\n";

/* Short names of integers, for sources that lack the headers which declare them (absent.c). */
static const char large_types_h[] = "typedef __UINT8_TYPE__ U8;\n"
                                    "typedef __INT8_TYPE__ S8;\n"
                                    "typedef __UINT16_TYPE__ U16;\n"
                                    "typedef __INT16_TYPE__ S16;\n"
                                    "typedef __UINT32_TYPE__ U32;\n"
                                    "typedef __INT32_TYPE__ S32;\n"
                                    "typedef float F32;\n"
                                    "typedef double F64;\n"
                                    "typedef signed int SINT;\n"
                                    "typedef unsigned int UINT;\n";

static const char small_types_h[] = "typedef __UINT8_TYPE__ u8;\n"
                                    "typedef __INT8_TYPE__ s8;\n"
                                    "typedef __UINT16_TYPE__ u16;\n"
                                    "typedef __INT16_TYPE__ s16;\n"
                                    "typedef __UINT32_TYPE__ u32;\n"
                                    "typedef __INT32_TYPE__ s32;\n"
                                    "typedef volatile __UINT8_TYPE__ vu8;\n"
                                    "typedef volatile __UINT16_TYPE__ vu16;\n"
                                    "typedef volatile __UINT32_TYPE__ vu32;\n";

static const char weak_h[] = "#define __weak __attribute__((weak))\n"
                             "#define __WEAK __attribute__((weak))\n"
                             "#define WEAK __attribute__((weak))\n";

static const char trampoline_h[] = "#include <os.h>\n"
                                   "#include <Std_Types.h>\n";

const struct header headers_fixed[] = {{"os.h", os_h},
                                       {"rtcheck.h", rtcheck_h},
                                       {"tpl_compiler.h", compiler_h},
                                       {"rtcheck_large_types.h", large_types_h},
                                       {"rtcheck_small_types.h", small_types_h},
                                       {"rtcheck_weak.h", weak_h},
                                       {"MemMap.h", ""},
                                       {"tpl_memmap.h", ""},
                                       {"tpl_os.h", trampoline_h},
                                       {NULL, NULL}};

const char *const headers_aliases[] = {
    "osek.h",   "Os.h",     "OS.h", "tpl_os_generated_configuration.h", "tpl_app_config.h", "kernel.h", "kernel_id.h",
    "os_cfg.h", "Os_Cfg.h", NULL};

bool headers_stands_for_vendor(const char *name) {
    for (const char *const *alias = headers_aliases; *alias; alias++)
        if (!strcmp(*alias, name)) return true;
    return !strcmp(name, "tpl_os.h") || !strcmp(name, HEADERS_ERIKA);
}

/* ERIKA's types, and what it calls IncrementCounter; of AUTOSAR's abstraction what no other name can be mistaken for.
 */
static const char ee_h[] = "#ifndef RTCHECK_EE_H\n"
                           "#define RTCHECK_EE_H\n"
                           "#include <os.h>\n"
                           "typedef __INT8_TYPE__ EE_INT8;\n"
                           "typedef __UINT8_TYPE__ EE_UINT8;\n"
                           "typedef __INT16_TYPE__ EE_INT16;\n"
                           "typedef __UINT16_TYPE__ EE_UINT16;\n"
                           "typedef __INT32_TYPE__ EE_INT32;\n"
                           "typedef __UINT32_TYPE__ EE_UINT32;\n"
                           "typedef int EE_SREG;\n"
                           "typedef unsigned int EE_UREG;\n"
                           "typedef unsigned char EE_BIT;\n"
                           "typedef unsigned char OsEE_bool;\n"
                           "#ifndef FUNC\n"
                           "#define AUTOMATIC\n" FUNCTIONS_AND_VARIABLES "#endif\n"
                           "#ifndef __INLINE__\n"
                           "#define __INLINE__ static inline\n"
                           "#endif\n"
                           "#ifndef __ALWAYS_INLINE__\n"
                           "#define __ALWAYS_INLINE__\n"
                           "#endif\n"
                           "#ifndef NORETURN\n"
                           "#define NORETURN\n"
                           "#endif\n"
                           "StatusType CounterTick(CounterType CounterID);\n"
                           "typedef struct { unsigned count; } SemType;\n"
                           "typedef SemType *SemRefType;\n"
                           "#define STATICSEM(value) {value}\n"
                           "#endif\n";

const struct header headers_vendors[] = {
    {HEADERS_ERIKA, ee_h},        {"ecrobot_interface.h", "#include <os.h>\n"}, {"Compiler.h", compiler_h},
    {"Std_Types.h", std_types_h}, {"Platform_Types.h", platform_types_h},       {NULL, NULL}};
