// A fixed-priority preemptive scheduler in the manner of OSEK: TASKS tasks, one resource with priority ceiling, events
// from an interrupt that activates tasks at any time.
#ifndef TASKS
#define TASKS 4
#endif
#ifndef STEPS
#define STEPS 3
#endif
mtype = { suspended, ready, running };
mtype state[TASKS] = suspended;
byte current_priority[TASKS], activations[TASKS], done_steps[TASKS];
byte running_task = 255;
byte holder = 255;
inline schedule() {
    d_step {
        byte best = 255; byte t = 0;
        do
        :: t < TASKS ->
            if
            :: state[t] != suspended && (best == 255 || current_priority[t] > current_priority[best]) -> best = t
            :: else
            fi;
            t++
        :: else -> t = 0; break
        od;
        if
        :: best != running_task ->
            if :: running_task != 255 && state[running_task] == running -> state[running_task] = ready :: else fi;
            if :: best != 255 -> state[best] = running :: else fi;
            running_task = best
        :: else
        fi;
        best = 0
    }
}
active [TASKS] proctype task() {
    do
    :: atomic {
        running_task == _pid && done_steps[_pid] < STEPS ->
        if
        :: holder == 255 -> holder = _pid; current_priority[_pid] = TASKS
        :: holder == _pid -> holder = 255; current_priority[_pid] = _pid; done_steps[_pid]++
        :: skip -> done_steps[_pid]++
        fi;
        schedule()
       }
    :: atomic {
        running_task == _pid && done_steps[_pid] == STEPS ->
        if :: holder == _pid -> holder = 255 :: else fi;
        current_priority[_pid] = _pid;
        done_steps[_pid] = 0;
        activations[_pid]--;
        if
        :: activations[_pid] == 0 -> state[_pid] = suspended; running_task = 255
        :: else
        fi;
        schedule()
       }
    od
}
active proctype interrupt() {
    byte which;
    do
    :: select (which : 0 .. TASKS - 1);
       atomic {
        if
        :: activations[which] < 2 ->
            activations[which]++;
            if :: state[which] == suspended -> state[which] = ready; current_priority[which] = which :: else fi
        :: else
        fi;
        which = 0;
        assert(running_task == 255 || state[running_task] == running);
        schedule()
       }
    od
}
