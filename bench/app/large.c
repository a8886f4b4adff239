/* Ten stations of a line, written by large.py: 50 tasks, 20 resources, 10 interrupts. */
#include "os.h"
#include <assert.h>

struct station {
    unsigned char busy, item, checked, stored, reported;
};

static struct station stations[10];

/* All that the tasks of a station do to it; each holds the resource that its step needs. */
static void take(struct station *s) {
    assert(s->busy);
    s->item = (unsigned char)((s->item + 1) & 3);
}

static void check(struct station *s) {
    assert(s->item <= 3);
    s->checked = s->item;
}

static void store(struct station *s) {
    assert(s->checked == s->item);
    s->stored = s->checked;
}

static void report(struct station *s) {
    assert(s->stored == s->item);
    s->reported = s->stored;
    s->busy = 0;
}

DeclareTask(setup_0);
DeclareTask(take_0);
DeclareTask(check_0);
DeclareTask(store_0);
DeclareTask(report_0);
DeclareResource(item_0);
DeclareResource(book_0);

ISR(sensor_0) {
    if (!stations[0].busy) {
        stations[0].busy = 1;
        ActivateTask(take_0);
    }
}

TASK(setup_0) {
    stations[0].item = 0;
    TerminateTask();
}

TASK(take_0) {
    GetResource(item_0);
    take(&stations[0]);
    ReleaseResource(item_0);
    ChainTask(check_0);
}

TASK(check_0) {
    GetResource(item_0);
    check(&stations[0]);
    ActivateTask(store_0);
    ReleaseResource(item_0);
    TerminateTask();
}

TASK(store_0) {
    GetResource(book_0);
    store(&stations[0]);
    ReleaseResource(book_0);
    ActivateTask(report_0);
    TerminateTask();
}

TASK(report_0) {
    GetResource(book_0);
    report(&stations[0]);
    ReleaseResource(book_0);
    TerminateTask();
}

DeclareTask(setup_1);
DeclareTask(take_1);
DeclareTask(check_1);
DeclareTask(store_1);
DeclareTask(report_1);
DeclareResource(item_1);
DeclareResource(book_1);

ISR(sensor_1) {
    if (!stations[1].busy) {
        stations[1].busy = 1;
        ActivateTask(take_1);
    }
}

TASK(setup_1) {
    stations[1].item = 1;
    TerminateTask();
}

TASK(take_1) {
    GetResource(item_1);
    take(&stations[1]);
    ReleaseResource(item_1);
    ChainTask(check_1);
}

TASK(check_1) {
    GetResource(item_1);
    check(&stations[1]);
    ActivateTask(store_1);
    ReleaseResource(item_1);
    TerminateTask();
}

TASK(store_1) {
    GetResource(book_1);
    store(&stations[1]);
    ReleaseResource(book_1);
    ActivateTask(report_1);
    TerminateTask();
}

TASK(report_1) {
    GetResource(book_1);
    report(&stations[1]);
    ReleaseResource(book_1);
    TerminateTask();
}

DeclareTask(setup_2);
DeclareTask(take_2);
DeclareTask(check_2);
DeclareTask(store_2);
DeclareTask(report_2);
DeclareResource(item_2);
DeclareResource(book_2);

ISR(sensor_2) {
    if (!stations[2].busy) {
        stations[2].busy = 1;
        ActivateTask(take_2);
    }
}

TASK(setup_2) {
    stations[2].item = 2;
    TerminateTask();
}

TASK(take_2) {
    GetResource(item_2);
    take(&stations[2]);
    ReleaseResource(item_2);
    ChainTask(check_2);
}

TASK(check_2) {
    GetResource(item_2);
    check(&stations[2]);
    ActivateTask(store_2);
    ReleaseResource(item_2);
    TerminateTask();
}

TASK(store_2) {
    GetResource(book_2);
    store(&stations[2]);
    ReleaseResource(book_2);
    ActivateTask(report_2);
    TerminateTask();
}

TASK(report_2) {
    GetResource(book_2);
    report(&stations[2]);
    ReleaseResource(book_2);
    TerminateTask();
}

DeclareTask(setup_3);
DeclareTask(take_3);
DeclareTask(check_3);
DeclareTask(store_3);
DeclareTask(report_3);
DeclareResource(item_3);
DeclareResource(book_3);

ISR(sensor_3) {
    if (!stations[3].busy) {
        stations[3].busy = 1;
        ActivateTask(take_3);
    }
}

TASK(setup_3) {
    stations[3].item = 3;
    TerminateTask();
}

TASK(take_3) {
    GetResource(item_3);
    take(&stations[3]);
    ReleaseResource(item_3);
    ChainTask(check_3);
}

TASK(check_3) {
    GetResource(item_3);
    check(&stations[3]);
    ActivateTask(store_3);
    ReleaseResource(item_3);
    TerminateTask();
}

TASK(store_3) {
    GetResource(book_3);
    store(&stations[3]);
    ReleaseResource(book_3);
    ActivateTask(report_3);
    TerminateTask();
}

TASK(report_3) {
    GetResource(book_3);
    report(&stations[3]);
    ReleaseResource(book_3);
    TerminateTask();
}

DeclareTask(setup_4);
DeclareTask(take_4);
DeclareTask(check_4);
DeclareTask(store_4);
DeclareTask(report_4);
DeclareResource(item_4);
DeclareResource(book_4);

ISR(sensor_4) {
    if (!stations[4].busy) {
        stations[4].busy = 1;
        ActivateTask(take_4);
    }
}

TASK(setup_4) {
    stations[4].item = 0;
    TerminateTask();
}

TASK(take_4) {
    GetResource(item_4);
    take(&stations[4]);
    ReleaseResource(item_4);
    ChainTask(check_4);
}

TASK(check_4) {
    GetResource(item_4);
    check(&stations[4]);
    ActivateTask(store_4);
    ReleaseResource(item_4);
    TerminateTask();
}

TASK(store_4) {
    GetResource(book_4);
    store(&stations[4]);
    ReleaseResource(book_4);
    ActivateTask(report_4);
    TerminateTask();
}

TASK(report_4) {
    GetResource(book_4);
    report(&stations[4]);
    ReleaseResource(book_4);
    TerminateTask();
}

DeclareTask(setup_5);
DeclareTask(take_5);
DeclareTask(check_5);
DeclareTask(store_5);
DeclareTask(report_5);
DeclareResource(item_5);
DeclareResource(book_5);

ISR(sensor_5) {
    if (!stations[5].busy) {
        stations[5].busy = 1;
        ActivateTask(take_5);
    }
}

TASK(setup_5) {
    stations[5].item = 1;
    TerminateTask();
}

TASK(take_5) {
    GetResource(item_5);
    take(&stations[5]);
    ReleaseResource(item_5);
    ChainTask(check_5);
}

TASK(check_5) {
    GetResource(item_5);
    check(&stations[5]);
    ActivateTask(store_5);
    ReleaseResource(item_5);
    TerminateTask();
}

TASK(store_5) {
    GetResource(book_5);
    store(&stations[5]);
    ReleaseResource(book_5);
    ActivateTask(report_5);
    TerminateTask();
}

TASK(report_5) {
    GetResource(book_5);
    report(&stations[5]);
    ReleaseResource(book_5);
    TerminateTask();
}

DeclareTask(setup_6);
DeclareTask(take_6);
DeclareTask(check_6);
DeclareTask(store_6);
DeclareTask(report_6);
DeclareResource(item_6);
DeclareResource(book_6);

ISR(sensor_6) {
    if (!stations[6].busy) {
        stations[6].busy = 1;
        ActivateTask(take_6);
    }
}

TASK(setup_6) {
    stations[6].item = 2;
    TerminateTask();
}

TASK(take_6) {
    GetResource(item_6);
    take(&stations[6]);
    ReleaseResource(item_6);
    ChainTask(check_6);
}

TASK(check_6) {
    GetResource(item_6);
    check(&stations[6]);
    ActivateTask(store_6);
    ReleaseResource(item_6);
    TerminateTask();
}

TASK(store_6) {
    GetResource(book_6);
    store(&stations[6]);
    ReleaseResource(book_6);
    ActivateTask(report_6);
    TerminateTask();
}

TASK(report_6) {
    GetResource(book_6);
    report(&stations[6]);
    ReleaseResource(book_6);
    TerminateTask();
}

DeclareTask(setup_7);
DeclareTask(take_7);
DeclareTask(check_7);
DeclareTask(store_7);
DeclareTask(report_7);
DeclareResource(item_7);
DeclareResource(book_7);

ISR(sensor_7) {
    if (!stations[7].busy) {
        stations[7].busy = 1;
        ActivateTask(take_7);
    }
}

TASK(setup_7) {
    stations[7].item = 3;
    TerminateTask();
}

TASK(take_7) {
    GetResource(item_7);
    take(&stations[7]);
    ReleaseResource(item_7);
    ChainTask(check_7);
}

TASK(check_7) {
    GetResource(item_7);
    check(&stations[7]);
    ActivateTask(store_7);
    ReleaseResource(item_7);
    TerminateTask();
}

TASK(store_7) {
    GetResource(book_7);
    store(&stations[7]);
    ReleaseResource(book_7);
    ActivateTask(report_7);
    TerminateTask();
}

TASK(report_7) {
    GetResource(book_7);
    report(&stations[7]);
    ReleaseResource(book_7);
    TerminateTask();
}

DeclareTask(setup_8);
DeclareTask(take_8);
DeclareTask(check_8);
DeclareTask(store_8);
DeclareTask(report_8);
DeclareResource(item_8);
DeclareResource(book_8);

ISR(sensor_8) {
    if (!stations[8].busy) {
        stations[8].busy = 1;
        ActivateTask(take_8);
    }
}

TASK(setup_8) {
    stations[8].item = 0;
    TerminateTask();
}

TASK(take_8) {
    GetResource(item_8);
    take(&stations[8]);
    ReleaseResource(item_8);
    ChainTask(check_8);
}

TASK(check_8) {
    GetResource(item_8);
    check(&stations[8]);
    ActivateTask(store_8);
    ReleaseResource(item_8);
    TerminateTask();
}

TASK(store_8) {
    GetResource(book_8);
    store(&stations[8]);
    ReleaseResource(book_8);
    ActivateTask(report_8);
    TerminateTask();
}

TASK(report_8) {
    GetResource(book_8);
    report(&stations[8]);
    ReleaseResource(book_8);
    TerminateTask();
}

DeclareTask(setup_9);
DeclareTask(take_9);
DeclareTask(check_9);
DeclareTask(store_9);
DeclareTask(report_9);
DeclareResource(item_9);
DeclareResource(book_9);

ISR(sensor_9) {
    if (!stations[9].busy) {
        stations[9].busy = 1;
        ActivateTask(take_9);
    }
}

TASK(setup_9) {
    stations[9].item = 1;
    TerminateTask();
}

TASK(take_9) {
    GetResource(item_9);
    take(&stations[9]);
    ReleaseResource(item_9);
    ChainTask(check_9);
}

TASK(check_9) {
    GetResource(item_9);
    check(&stations[9]);
    ActivateTask(store_9);
    ReleaseResource(item_9);
    TerminateTask();
}

TASK(store_9) {
    GetResource(book_9);
    store(&stations[9]);
    ReleaseResource(book_9);
    ActivateTask(report_9);
    TerminateTask();
}

TASK(report_9) {
    GetResource(book_9);
    report(&stations[9]);
    ReleaseResource(book_9);
    TerminateTask();
}
