/* Components as text, which read_text.c reads back. */
#include "eventb/component.h"
#include "eventb/token.h"

#include <string.h>

struct printer {
    bool ascii;
    struct text *out;
};

static void print_quoted(struct text *out, const char *text, char quote) {
    text_add_char(out, quote);
    for (; *text; text++) text_add_char(out, *text == quote ? '\'' : (unsigned char)*text < ' ' ? ' ' : *text);
    text_add_char(out, quote);
}

static void print_name(const struct printer *printer, const char *name) {
    if (eb_needs_quotes(name))
        print_quoted(printer->out, name, '`');
    else
        text_add(printer->out, name);
}

static void print_names(const struct printer *printer, const char *clause, const struct eb_name_list *names,
                        const char *indent) {
    if (!names->count) return;
    text_printf(printer->out, "%s%s", indent, clause);
    for (unsigned i = 0; i < names->count; i++) {
        text_add_char(printer->out, ' ');
        print_name(printer, names->items[i].name);
    }
    text_add_char(printer->out, '\n');
}

static bool plain_label(const char *label) {
    for (const char *c = label; *c; c++) {
        if ((unsigned char)*c <= ' ' || strchr(":\"`", *c) || (unsigned char)*c >= 0x80) return false;
    }
    return *label;
}

static bool label_is_used(const struct eb_labelled_list *list, const char *label) {
    for (unsigned i = 0; i < list->count; i++) {
        if (!strcmp(list->items[i].label, label)) return true;
    }
    return false;
}

/* A formula without a label gets one: without it, it might be taken for more of the formula before it. */
static void print_label(const struct printer *printer, const struct eb_labelled_list *list, unsigned index,
                        const char *stem) {
    const char *label = list->items[index].label;
    text_add_char(printer->out, '@');
    if (plain_label(label)) {
        text_add(printer->out, label);
    } else if (*label) {
        print_quoted(printer->out, label, '"');
    } else {
        struct text made = {0};
        for (unsigned number = index + 1; !made.length || label_is_used(list, text_chars(&made)); number++) {
            text_clear(&made);
            text_printf(&made, "%s%u", stem, number);
        }
        text_add(printer->out, text_chars(&made));
        text_free(&made);
    }
    text_add(printer->out, ": ");
}

static void print_formulas(const struct printer *printer, const char *clause, const char *stem,
                           const struct eb_labelled_list *list, const char *indent) {
    if (!list->count) return;
    text_printf(printer->out, "%s%s\n", indent, clause);
    for (unsigned i = 0; i < list->count; i++) {
        text_printf(printer->out, "%s    %s", indent, list->items[i].theorem ? "theorem " : "");
        print_label(printer, list, i, stem);
        eb_print(list->items[i].formula, printer->ascii, printer->out);
        text_add_char(printer->out, '\n');
    }
}

static void print_event(const struct printer *printer, const struct eb_event *event) {
    static const char *const convergence[] = {"", "convergent ", "anticipated "};
    static const char indent[] = "    ";
    struct text *out = printer->out;
    text_printf(out, "\n%s%sevent ", indent, convergence[event->convergence]);
    print_name(printer, event->name);
    /* INITIALISATION extends only its namesake, and Rodin does not say so. */
    struct eb_name_list refines = event->refines;
    const struct eb_name itself = {event->name, event->place};
    if (event->extended && !refines.count) refines = (struct eb_name_list){&itself, 1};
    text_add_char(out, refines.count ? ' ' : '\n');
    print_names(printer, event->extended ? "extends" : "refines", &refines, "");
    print_names(printer, "any", &event->parameters, indent);
    for (unsigned i = 0; i < event->synchronised_count; i++) {
        text_printf(out, "%ssynchronises ", indent);
        if (event->synchronises[i].prefix) {
            print_name(printer, event->synchronises[i].prefix);
            text_add_char(out, '.');
        }
        print_name(printer, event->synchronises[i].event.name);
        text_add_char(out, '\n');
    }
    print_formulas(printer, "where", "grd", &event->guards, indent);
    print_formulas(printer, "with", "wit", &event->witnesses, indent);
    print_formulas(printer, "then", "act", &event->actions, indent);
    text_printf(out, "%send\n", indent);
}

static void print_includes(const struct printer *printer, const struct eb_component *component) {
    for (unsigned i = 0; i < component->include_count; i++) {
        const struct eb_inclusion *inclusion = &component->includes[i];
        text_add(printer->out, "includes ");
        print_name(printer, inclusion->machine.name);
        text_add_char(printer->out, inclusion->prefixes.count ? ' ' : '\n');
        print_names(printer, "as", &inclusion->prefixes, "");
    }
}

/* Their fields and constraints are among the variables and invariants. */
static void print_records(const struct printer *printer, const struct eb_component *component) {
    for (unsigned i = 0; i < component->record_count; i++) {
        const struct eb_record *record = &component->records[i];
        text_printf(printer->out, "%s record ", record->extended ? "extended" : "refined");
        print_name(printer, record->name.name);
        text_add(printer->out, "\nend\n");
    }
}

void eb_print_component(const struct eb_component *component, bool ascii, struct text *out) {
    const struct printer printer = {ascii, out};
    text_add(out, component->is_machine ? "machine " : "context ");
    print_name(&printer, component->name);
    text_add_char(out, '\n');
    print_names(&printer, "extends", &component->extends, "");
    print_includes(&printer, component);
    print_names(&printer, "refines", &component->refines, "");
    print_names(&printer, "sees", &component->sees, "");
    print_names(&printer, "sets", &component->sets, "");
    print_names(&printer, "constants", &component->constants, "");
    print_formulas(&printer, "axioms", "axm", &component->axioms, "");
    print_names(&printer, "variables", &component->variables, "");
    print_records(&printer, component);
    print_formulas(&printer, "invariants", "inv", &component->invariants, "");
    print_formulas(&printer, "variant", "vrn", &component->variants, "");
    if (component->event_count) text_add(out, "events");
    for (unsigned i = 0; i < component->event_count; i++) print_event(&printer, &component->events[i]);
    text_add(out, "end\n");
}
