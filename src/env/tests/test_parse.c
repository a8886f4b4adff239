#include "env/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char osek[] =
    "// an RTOS and its environment\n"
    "const T = 2; const R = T - 1; const P = 4;\n"
    "target RTOS {\n"
    "    fun ActivateTask(tid: 0..T, dtid: 1..T);\n"
    "    fun TerminateTask(tid: 1..T);\n"
    "    fun GetResource(tid: 1..T, rid: 1..R);\n"
    "    ref GetTurn() = turn;\n"
    "    ref GetTaskDpr(tid: 1..T) = task[tid - 1].dpr[0];\n"
    "    ref Idle(): Boolean into ret;\n"
    "    configure SetTask(t.id, t.pr) for t in Task;\n"
    "    configure SetLink(t.id, r.id) for t in Task, r in t.res;\n"
    "    configure Done(T);\n"
    "}\n"
    "def ExRun(): Boolean = Task->exists(t | t@Run); /* used below */\n"
    "def GetRun(): Task = Task->any(t | t@Run);\n"
    "def Highest(s: Set(Task)): Task = s->any(t | s->forAll(u | u.dpr <= t.dpr));\n"
    "class Task[T] {\n"
    "    attr pr: 1..P;\n"
    "    assoc res: Resource[0..R];\n"
    "    var dpr: Integer = pr;\n"
    "    inv Distinct: Task->forAll(t | t <> self implies t.pr <> pr);\n"
    "    inv res->forAll(r | r.pr >= pr);\n"
    "    assert Turn: (self@Run implies GetTurn() = id) and GetTaskDpr(id) = dpr;\n"
    "    states Sus, Rdy, Run;\n"
    "    Sus -> Run : ActivateTask(0, id) [not ExRun()];\n"
    "    Sus -> Run : ActivateTask(tid, dtid) [dtid = id and ExRun() and GetRun().id = tid and GetRun().dpr < pr]\n"
    "        sync { GetRun(): Run -> Rdy; Set{}->union(Task): Sus -> Sus } { dpr = pr; GetRun().dpr = 3; };\n"
    "    Run -> Sus : TerminateTask(id) sync { Highest(Task->select(t | t@Rdy)): Rdy -> Run }\n"
    "    Rdy -> Rdy : async [dpr > 3] { dpr = dpr - 1 };\n"
    "}\n"
    "class Resource[0..R] {\n"
    "    attr pr: 1..P; attr global: Boolean; var tid: Integer = 0; var owner: Task; var all: Set(Task);\n"
    "    var depth: 0..3; var busy: Boolean = true;\n"
    "    inv Task->exists(t | t.res->includes(self));\n"
    "    states Fre, Occ;\n"
    "    Fre -> Occ : GetResource(tid, rid) [rid = id and GetRun().id = tid]\n"
    "        { self.tid = tid; owner = GetRun(); all = all->including(owner); };\n"
    "    Occ -> Fre : GetResource(self.tid, 1 + id);\n"
    "}\n";

static struct env_model *parse(const char *text, const struct env_setting *settings, size_t count,
                               struct diagnostics *diagnostics) {
    return env_parse_text(text, strlen(text), "test.env", settings, count, diagnostics);
}

static struct env_model *parse_good(const char *text, const struct env_setting *settings, size_t count) {
    struct diagnostics diagnostics = {0};
    struct env_model *model = parse(text, settings, count, &diagnostics);
    if (!model) {
        diag_print(&diagnostics, stderr);
        fail_msg("not parsed");
    }
    assert_int_equal(diagnostics.list.count, 0);
    diag_free(&diagnostics);
    return model;
}

static void target_and_constants(void **state) {
    (void)state;
    struct env_model *model = parse_good(osek, NULL, 0);
    assert_string_equal(model->target, "RTOS");
    assert_int_equal(model->schema.constants.items[1].value, 1);
    assert_int_equal(model->triggers.count, 3);
    const struct env_trigger *activate = &model->triggers.items[0];
    assert_string_equal(activate->parameters.items[1].name, "dtid");
    assert_int_equal(activate->lows.items[0], 0);
    assert_int_equal(activate->highs.items[1], 2);

    assert_int_equal(model->references.count, 3);
    const struct env_reference *turn = &model->references.items[0], *dpr = &model->references.items[1];
    assert_string_equal(turn->pieces.items[0].text, "turn");
    assert_int_equal(dpr->pieces.count, 5);
    assert_string_equal(dpr->pieces.items[0].text, "task[");
    assert_string_equal(dpr->pieces.items[2].text, "].dpr[");
    assert_string_equal(dpr->pieces.items[4].text, "]");
    struct ocl_value value;
    const char *error;
    struct ocl_world world = {.schema = &model->schema};
    int64_t two = 2;
    assert_true(ocl_evaluate(dpr->pieces.items[1].index, &world, 0, &two, &value, &error));
    assert_int_equal(value.number, 1);
    assert_string_equal(model->references.items[2].into, "ret");
    assert_int_equal(model->schema.functions.items[model->references.items[2].function].result.kind, OCL_BOOLEAN);
    assert_ptr_equal(env_reference_of(model, dpr->function), dpr);

    assert_int_equal(model->configurations.count, 3);
    const struct env_configuration *link = &model->configurations.items[1];
    assert_string_equal(link->name, "SetLink");
    assert_int_equal(link->iterators.count, 2);
    assert_int_equal(link->arguments.count, 2);
    assert_int_equal(ocl_type_of(link->iterators.items[1].source).class_index, 1);
    assert_int_equal(model->configurations.items[2].iterators.count, 0);
    env_model_free(model);
}

static void classes(void **state) {
    (void)state;
    struct env_model *model = parse_good(osek, NULL, 0);
    const struct env_class *task = &model->classes.items[0], *resource = &model->classes.items[1];
    assert_int_equal(task->low, 2);
    assert_int_equal(resource->low, 0);
    assert_int_equal(resource->high, 1);
    assert_string_equal(task->invariant_names.items[0], "Distinct");
    assert_null(task->invariant_names.items[1]);
    assert_string_equal(task->assertion_names.items[0], "Turn");
    assert_null(task->defaults.items[0]);
    assert_non_null(task->defaults.items[2]);
    const struct ocl_member *members = model->schema.classes.items[1].members.items;
    assert_int_equal(members[1].type.kind, OCL_BOOLEAN);
    assert_int_equal(members[1].high, 1);
    assert_int_equal(members[5].high, 3);
    struct ocl_world world = {.schema = &model->schema};
    struct ocl_value value;
    const char *error;
    static const int64_t initial[] = {0, -1, 0, 0, 1}; /* tid, owner, all, depth, busy */
    for (unsigned i = 0; i < 5; i++) {
        assert_true(ocl_evaluate(resource->defaults.items[i + 2], &world, 0, NULL, &value, &error));
        assert_int_equal(value.type.kind == OCL_SET ? (int64_t)value.set : value.number, initial[i]);
    }
    env_model_free(model);
}

static int64_t bound(const struct env_model *model, const struct env_transition *transition, unsigned parameter,
                     unsigned self) {
    static const int64_t tasks[] = {1, 0, 0, 1, 0, 0}, resources[] = {1, 0, 9, -1, 0, 0, 0};
    const int64_t *values[] = {tasks, resources};
    static const unsigned sizes[] = {2, 1};
    struct ocl_world world = {.schema = &model->schema, .sizes = sizes, .values = values};
    struct ocl_value value;
    const char *error;
    assert_non_null(transition->bindings.items[parameter]);
    assert_true(ocl_evaluate(transition->bindings.items[parameter], &world, self, NULL, &value, &error));
    return value.number;
}

static void transitions(void **state) {
    (void)state;
    struct env_model *model = parse_good(osek, NULL, 0);
    const struct env_class *task = &model->classes.items[0], *resource = &model->classes.items[1];
    assert_int_equal(task->transitions.count, 4);
    const struct env_transition *first = &task->transitions.items[0], *second = &task->transitions.items[1];
    assert_int_equal(first->from, 0);
    assert_int_equal(first->to, 2);
    assert_int_equal(bound(model, first, 0, 0), 0);
    assert_int_equal(bound(model, first, 1, 1), 2);
    assert_int_equal(bound(model, second, 1, 0), 1);
    assert_non_null(second->bindings.items[0]); /* GetRun().id */
    assert_int_equal(second->synchronous.count, 2);
    assert_int_equal(second->synchronous.items[0].from, 2);
    assert_int_equal(second->actions.count, 2);
    assert_null(second->actions.items[0].object);
    assert_non_null(second->actions.items[1].object);
    assert_int_equal(task->transitions.items[3].trigger, -1);
    const struct env_transition *release = &resource->transitions.items[1];
    assert_string_equal(release->parameters.items[0].name, "tid_"); /* not to be taken for the variable */
    assert_int_equal(bound(model, release, 0, 0), 9);
    assert_int_equal(bound(model, release, 1, 0), 2);
    env_model_free(model);
}

static void settings(void **state) {
    (void)state;
    struct env_setting given[] = {{"T", 5}, {"R", 0}, {"T", 3}};
    struct env_model *model = parse_good(osek, given, 3);
    assert_int_equal(model->classes.items[0].high, 3);
    assert_int_equal(model->classes.items[1].high, 0);
    assert_int_equal(model->triggers.items[2].highs.items[1], 0); /* 1..0: never called */
    env_model_free(model);
    given[1].value = -5;
    struct diagnostics diagnostics = {0};
    assert_null(parse(osek, given, 3, &diagnostics));
    diag_free(&diagnostics);
}

static void prints_as_it_was(void **state) {
    (void)state;
    struct env_model *model = parse_good(osek, NULL, 0);
    struct text first = {0}, second = {0};
    env_model_print(model, &first);
    struct env_model *again = parse_good(text_chars(&first), NULL, 0);
    env_model_print(again, &second);
    assert_string_equal(text_chars(&first), text_chars(&second));
    assert_non_null(strstr(text_chars(&first), "    ref GetTaskDpr(tid: 1..2) = task[tid - 1].dpr[0];\n"));
    assert_non_null(strstr(text_chars(&first), "    Occ -> Fre : GetResource(tid_, rid) [tid_ = self.tid and rid = 1 + "
                                               "self.id];\n"));
    text_free(&first);
    text_free(&second);
    env_model_free(model);
    env_model_free(again);
}

/* ---- errors: the model above with one thing changed ---- */

static char *changed(const char *from, const char *to) {
    const char *at = strstr(osek, from);
    if (!at) fail_msg("no such text: %s", from);
    struct text text = {0};
    text_add_n(&text, osek, (size_t)(at - osek));
    text_add(&text, to);
    text_add(&text, at + strlen(from));
    return text_take(&text);
}

static void errors(void **state) {
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } examples[] = {
        {"const P = 4", "const P", "2:37: constant 'P' has no value: set it with --set P=..."},
        {"const P = 4", "const P = Q", "2:41: unknown name 'Q': no variable, member, constant or class"},
        {"const P = 4", "const T = 4", "2:37: constant 'T' is declared twice"},
        {"const P = 4", "const P = 1 div 0", "2:41: this has no value: division by zero (line 2, column 41)"},
        {"const P = 4", "const P = 4 / 2", "2:43: '/' is not an operator here: whole numbers are divided by 'div'"},
        {"target", "traget", "3:1: expected 'const', 'target', 'def' or 'class', not 'traget'"},
        {"0..T, dtid", "5..T, dtid", "4:27: the range 5..2 is empty, expected low..high with low <= high"},
        {"fun TerminateTask", "fun ActivateTask", "5:9: function 'ActivateTask' is declared twice"},
        {"fun GetResource(tid: 1..T, rid", "fun GetResource(tid: 1..T, tid", "6:32: parameter 'tid' appears twice"},
        {"fun GetResource(tid:", "fun GetResource(Task:", "6:21: 'Task' is already a class or a constant"},
        {"[tid - 1]", "[tid - x]", "8:44: unknown name 'x': no variable, member, constant or class"},
        {"t.pr) for t in Task", "t.res) for t in Task",
         "10:29: an argument of SetTask() is Set(Resource), expected Integer or Boolean"},
        {"t.pr) for t in Task", "t.pr) for t in T", "10:44: 't' must run through a set of objects"},
        {"t.pr) for t in Task", "t.dpr) for t in Task",
         "10:31: 'dpr' is a variable: it changes, so only attributes and associations can be used here"},
        {"Task->exists(t | t@Run)", "Task->exists(t | t@Run) and ExRun()",
         "14:52: ExRun() calls itself through this call: recursion is not possible"},
        {"any(t | t@Run)", "any(t | t = Highest(Set{GetRun()}))",
         "15:52: GetRun() calls itself through this call: recursion is not possible"},
        {"GetRun(): Task", "GetRun(): Set(Task)", "15:27: this expression is Task, expected Set(Task)"},
        {"s: Set(Task)", "s: Bag(Integer)", "16:20: a function can neither take nor give a bag"},
        {"class Task[T]", "class Task[65]", "17:12: 65 objects of class Task, expected at most 64"},
        {"class Task[T]", "class Task[3..T]",
         "17:12: 3..2 is no number of objects, expected low..high with 0 <= low <= high"},
        {"class Task[T]", "class Resource[T]", "31:7: class 'Resource' is declared twice"},
        {"attr pr: 1..P", "attr pr: 5..P", "18:14: the range 5..4 is empty, expected low..high with low <= high"},
        {"attr pr: 1..P", "attr pr: Integer", "18:14: attribute 'pr' must come from a range (low..high) or be Boolean"},
        {"attr pr: 1..P", "attr id: 1..P", "18:10: 'id' is a word of the language, expected the name of an attribute"},
        {"attr pr: 1..P", "attr res: 1..P", "19:11: class Task has a member 'res' already"},
        {"attr pr: 1..P", "attr pr: 1..Task->size()",
         "18:17: objects in a constant expression, expected constants only"},
        {"Resource[0..R]", "Resorce[0..R]", "19:16: unknown class 'Resorce'; did you mean 'Resource'?"},
        {"Resource[0..R]", "Resource[2..*]",
         "19:25: 'res' needs at least 2 links, but there are at most 1 objects of class Resource"},
        {"Resource[0..R]", "Resource[-1..R]",
         "19:25: -1..1 is no number of links, expected low..high with 0 <= low <= high"},
        {"Resource[0..R]", "Integer[0..R]", "19:16: association 'res' must lead to a class, as in Task[0..2]"},
        {"var dpr: Integer = pr", "var dpr: Integer = self@Run",
         "20:24: '@Run' is a test of a state, but there are no states here, only attributes and associations"},
        {"Boolean = true", "Boolean = 3", "33:42: this expression is Integer, expected Boolean"},
        {"t.pr <> pr", "t@Run",
         "21:54: '@Run' is a test of a state, but there are no states here, only attributes and associations"},
        {"r.pr >= pr", "GetTurn() = 0", "22:25: GetTurn() asks the target system, only assertions may"},
        {"r.pr >= pr", "r.pr", "22:25: the condition of ->forAll() is Integer, expected Boolean"},
        {"GetTaskDpr(id)", "GetTaskPdr(id)", "23:56: unknown function 'GetTaskPdr'; did you mean 'GetTaskDpr'?"},
        {"GetTaskDpr(id)", "GetTaskDpr()", "23:56: GetTaskDpr() has 0 arguments, expected 1"},
        {"Sus, Rdy, Run;", "Sus, Rdy, Sus;", "24:22: state 'Sus' is declared twice"},
        {"Sus -> Run : ActivateTask(0", "Suss -> Run : ActivateTask(0",
         "25:5: unknown state 'Suss' of class Task; did you mean 'Sus'?"},
        {"ActivateTask(0, id)", "ActivatTask(0, id)",
         "25:18: unknown trigger 'ActivatTask': no 'fun' of the target; did you mean 'ActivateTask'?"},
        {"ActivateTask(0, id)", "ActivateTask(0)", "25:18: ActivateTask() has 1 argument here, expected 2 as declared"},
        {"ActivateTask(0, id)", "ActivateTask(x, x)", "25:34: argument 'x' appears twice"},
        {"ActivateTask(0, id)", "ActivateTask(0, on)", NULL},
        {"[not ExRun()]", "[GetTurn() = 0]", "25:39: GetTurn() asks the target system, only assertions may"},
        {"[not ExRun()]", "[GetRun()]", "25:39: the right operand of 'and' is Task, expected Boolean"},
        {"GetRun(): Run -> Rdy", "3: Run -> Rdy",
         "27:16: what moves along is Integer, expected an object or a set of objects"},
        {"GetRun(): Run -> Rdy", "GetRun(): Run -> Ready",
         "27:33: unknown state 'Ready' of class Task; did you mean 'Rdy'?"},
        {"{ dpr = pr;", "{ pr = dpr;", "27:73: 'pr' never changes, expected a 'var' of class Task"},
        {"{ dpr = pr;", "{ dbr = pr;", "27:73: unknown member 'dbr' of class Task; did you mean 'dpr'?"},
        {"{ dpr = pr;", "{ dpr = ExRun();", "27:79: this expression is Boolean, expected Integer"},
        {"{ dpr = pr;", "{ Task.dpr = pr;", "27:73: a variable of Set(Task) cannot be set, expected an object"},
        {"{ dpr = pr;", "{ ExRun() = pr;", "27:73: this cannot be set, expected variable = value"},
        {"var all: Set(Task)", "var all: Set(Tusk)", "32:94: unknown class 'Tusk'; did you mean 'Task'?"},
        {"self.tid = tid;", "self.tid = self;", "37:22: this expression is Resource, expected Integer"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct diagnostics diagnostics = {0};
        char *text = changed(examples[i].from, examples[i].to);
        struct env_model *model = parse(text, NULL, 0, &diagnostics);
        if (!examples[i].message) {
            assert_non_null(model);
        } else {
            if (model || !diagnostics.errors) fail_msg("accepted: %s", examples[i].to);
            const struct diagnostic *found = &diagnostics.list.items[0];
            struct text message = {0};
            text_printf(&message, "%u:%u: %s", found->place.line, found->place.column, found->message);
            if (strcmp(text_chars(&message), examples[i].message))
                fail_msg("%s -> %s:\n%s", examples[i].from, examples[i].to, text_chars(&message));
            assert_string_equal(found->place.file, "test.env");
            text_free(&message);
        }
        env_model_free(model);
        diag_free(&diagnostics);
        free(text);
    }
}

static void unknown_setting(void **state) {
    (void)state;
    struct diagnostics diagnostics = {0};
    struct env_setting setting = {"TT", 3};
    assert_null(parse(osek, &setting, 1, &diagnostics));
    assert_string_equal(diagnostics.list.items[0].message,
                        "--set TT: the model has no constant 'TT'; did you mean 'T'?");
    diag_free(&diagnostics);
}

static void nothing_at_all(void **state) {
    (void)state;
    struct diagnostics diagnostics = {0};
    assert_null(parse("", NULL, 0, &diagnostics));
    assert_string_equal(diagnostics.list.items[0].message, "there is no target system, expected 'target'");
    assert_string_equal(diagnostics.list.items[1].message, "there is no class, expected 'class'");
    diag_free(&diagnostics);
    struct diagnostics missing = {0};
    assert_null(env_parse_file("/nonexistent.env", NULL, 0, &missing));
    assert_int_equal(missing.errors, 1);
    diag_free(&missing);
}

static void long_chains_of_functions_are_refused(void **state) {
    (void)state;
    struct text text = {0};
    text_add(&text, "target X { } class A { } def f0(): Integer = 1;\n");
    for (unsigned i = 1; i < 5000; i++) text_printf(&text, "def f%u(): Integer = 1 + f%u();\n", i, i - 1);
    struct diagnostics diagnostics = {0};
    assert_null(parse(text_chars(&text), NULL, 0, &diagnostics));
    assert_non_null(strstr(diagnostics.list.items[0].message, "too deeply"));
    diag_free(&diagnostics);
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(target_and_constants),
        cmocka_unit_test(classes),
        cmocka_unit_test(transitions),
        cmocka_unit_test(settings),
        cmocka_unit_test(prints_as_it_was),
        cmocka_unit_test(errors),
        cmocka_unit_test(unknown_setting),
        cmocka_unit_test(nothing_at_all),
        cmocka_unit_test(long_chains_of_functions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
