#!/usr/bin/env bats
# rtcheck timing: AMALTHEA models described, checked, refused.

load helpers

MODELS=$BATS_TEST_DIRNAME/../../examples/timing
DATA=$BATS_TEST_DIRNAME/../../../shared/data/amalthea

need_data() { [ -d "$DATA" ] || skip "no $DATA"; }

# change FILE SED-SCRIPT: a variation of an example, as broken.amxmi.
change() { sed "$2" "$MODELS/$1" >broken.amxmi; }

# shared MODEL STATUS LINE: what is said of a model of tests/timing/models.
shared() {
    rtcheck timing --threads 1 "$BATS_TEST_DIRNAME/../timing/models/$1.amxmi"
    expect_status "$2"
    expect_output "$3"
}

@test "what a task on another core does at an instant may come before a completion there" {
    shared instant_trigger 0 "  T1        worst 4 ms                    best 3 ms"
    shared instant_event 0 "  T1        worst 4 ms                    best 3 ms"
    shared instant_semaphore 0 "  T1        worst 4 ms                    best 3 ms"
}

@test "of those who wait for a semaphore the most urgent is woken, to the scheduler that decides between them" {
    shared edf_wake_ab 0 "  A         worst 9 ms " # by deadlines, not by numbers or the order in the file
    shared edf_wake_ba 0 "  A         worst 9 ms "
    shared edf_wake_holds 1 "  violated  D_A: ResponseTime of A at most 9 ms; 11 ms"
    shared server_wake 0 "  A         worst 4 ms " # a priority in a server is no priority above it
    shared line 0 "  B         worst 8 ms "        # of equal ones, who asked first
    shared line_two_cores 0 "  B         worst 8 ms "
    shared places 0 "  B         worst 3 ms " # what was had alone gives place to several
}

@test "what cannot be compared is unknown" {
    shared line_two_rules 3 "the semaphore M is used below several schedulers, whose priorities cannot be compared"
    shared line_two_trees 3 "the semaphore M is used below several schedulers, whose priorities cannot be compared"
    shared edf_ceiling 3 "the ceiling of M has no meaning with deadlines"
    shared edf_ceiling_isr_first 3 "the ceiling of M has no meaning with deadlines"
    shared server_two_cores 3 "A and B are on different cores, both below G"
    shared cooperative_two_cores 3 "A and B are cooperative on several cores"
    shared released_by_another 3 "a semaphore with a ceiling is released by a task that does not have it"
    shared firm_two_cores 3 "L is not interrupted by tasks, but by I, and has other cores"
}

@test "who has a semaphore with a ceiling has a place among those that are as urgent" {
    shared ceiling_wait 0 "  X         worst 4 ms "
    shared ceiling_wait_holds 1 "  violated  D_X: ResponseTime of X at most 4 ms; 6 ms"
    shared rr_ceiling 1 "  violated  D_X: ResponseTime of X at most 4 ms; 6 ms"
    shared isr_ceiling 1 "  violated  D_I2: ResponseTime of I2 at most 2 ms; 4 ms"
}

@test "all that is woken at once is there when it is decided who runs" {
    shared all_at_once 0 "  P         worst 3 ms "
    shared locked_wait 0 "  H         worst 7 ms " # who waited in a group that is not interruptible interrupts nobody
}

@test "a limit that can be exceeded, how, and what is exact" {
    rtcheck timing --threads 1 "$MODELS/engine.amxmi"
    expect_status 1
    expect_first_line "violated: 1 of 8 limits and conditions"
    expect_output "  violated  Speed_in_time: ResponseTime of Speed at most 9 ms; 9.6 ms"
    expect_output "    9 ms  Speed      ResponseTime of Speed at most 9 ms: the limit passes"
    expect_output "  Crank      worst 200 us                  best 200 us                analysis = 200 us"
}

@test "--wcrt: the verdict and the response times of all tasks, nothing else" {
    rtcheck timing --wcrt "$MODELS/engine.amxmi"
    expect_status 1
    expect_first_line "violated: 1 of 8 limits and conditions"
    expect_output "Speed      worst 9.6 ms                  best 3.8 ms                analysis = 9.6 ms"
    expect_no_output "Speed_in_time"
    expect_no_output "is activated"
}

@test "a limit that is no multiple of the unit passes when it does, not a unit before" {
    change engine.amxmi 's/<limitValue value="9" unit="ms"/<limitValue value="9050" unit="us"/'
    rtcheck timing --threads 1 broken.amxmi --btf run.btf
    expect_status 1
    expect_output " 9.05 ms  Speed      ResponseTime of Speed at most 9.05 ms: the limit passes"
    expect_output "  9.1 ms  Speed      ends"
}

@test "a recurrence that a file could not have is refused as a setting, too" {
    local burst=$BATS_TEST_DIRNAME/../timing/models/burst.amxmi
    rtcheck timing --threads 1 "$burst" --set stimulus.S_A.recurrence=10ms
    expect_status 0
    rtcheck timing "$burst" --set stimulus.S_A.recurrence=5ms
    expect_status 2
    expect_error "--set stimulus.S_A.recurrence=5ms: a burst must end before the next one begins, by the minimum distance"
}

@test "a jitter below 0 makes stimuli come earlier, from the start on" {
    shared early_jitter 1 "  violated  D_A: ResponseTime of A at most 3 ms; 6 ms"
}

@test "default values of scheduling parameters are not passed over, frequencies without a unit are told" {
    change engine.amxmi 's#<operatingSystems#<schedulingParameterDefinitions name="priority"><defaultValue xsi:type="am:IntegerObject" value="9"/></schedulingParameterDefinitions>&#'
    rtcheck timing --threads 1 broken.amxmi
    expect_status 3
    expect_output "default values of scheduling parameters"
    sed 's/ unit="kHz"//' "$BATS_TEST_DIRNAME/../timing/models/line.amxmi" >broken.amxmi
    rtcheck timing --threads 1 broken.amxmi
    expect_output "has no unit: Hz is assumed"
}

@test "settings change the model, and wrong ones are refused" {
    rtcheck timing "$MODELS/engine.amxmi" --set task.Speed.priority=2 --set task.Diagnosis.priority=1
    expect_status 0
    rtcheck timing "$MODELS/engine.amxmi" --low-is-urgent --quiet
    expect_status 1
    rtcheck timing "$MODELS/engine.amxmi" --set task.Speed.time=1ms..2ms --quiet
    expect_status 0
    rtcheck timing "$MODELS/inversion.amxmi" --set semaphore.Bus.ceiling=true --quiet
    expect_status 0
    for wrong in task.Speed.limit=-1 task.Nobody.priority=1 task.Speed.colour=red task.Speed.time=soon scheduler.Scheduler.algorithm \
        nonsense=1 task.Speed.priority=1.5 stimulus.Every_5ms.recurrence=0ms stimulus.Crankshaft.recurrence=4ms task.Speed.core=Mars; do
        rtcheck timing "$MODELS/engine.amxmi" --set $wrong
        expect_status 2
        expect_error "--set $wrong: "
    done
}

@test "the analysis bounds the search, and they meet where it is exact" {
    rtcheck timing --json "$MODELS/modes.amxmi"
    expect_status 0
    expect_json "[t['worst_seconds'] for t in o['tasks']]" "[0.0012, 0.005]"
    expect_json "[t['analysis_seconds'] for t in o['tasks']]" "[0.0012, 0.0052]"
    expect_json "[t['analysis_exact'] for t in o['tasks']]" "[True, False]"
    expect_json "[t['exact'] for t in o['tasks']]" "[True, True]"
}

@test "what piles up behind a cooperative task holds up preemptive ones: the analysis knows" {
    rtcheck timing --json "$MODELS/engine.amxmi" --set task.Ignition.preemption=cooperative --set task.Ignition.limit=5 --set task.Ignition.time=1ms \
        --set stimulus.Every_5ms.recurrence=3ms --set task.Speed.priority=2 --set stimulus.Every_10ms.offset=9ms --set stimulus.Every_10ms.recurrence=20ms \
        --set task.Diagnosis.preemption=cooperative --set task.Diagnosis.priority=1 --set task.Diagnosis.time=7ms
    expect_json "[(t['worst_seconds'], t['exact']) for t in o['tasks'] if t['name'] == 'Speed']" "[(0.008, True)]"
    expect_json "all(t['worst_seconds'] <= t['analysis_seconds'] for t in o['tasks'])" "True"
}

@test "options change cost, never truth" {
    for options in "--threads 1" "--threads 3" "--store tree" "--search dfs" "--times all --oldest 90ms"; do
        rtcheck timing --json $options "$MODELS/engine.amxmi"
        expect_status 1
        expect_json "[(l['name'], l['verdict']) for l in o['limits'] if l['verdict'] != 'holds']" "[('Speed_in_time', 'violated')]"
        expect_json "[round(t['worst_seconds'] * 1e6) for t in o['tasks']]" "[1200, 9600, 6400, 200]"
    done
    rtcheck timing --store hash "$MODELS/modes.amxmi" --quiet
    expect_status 3
}

@test "only both ends of the durations: found is real, not found is unknown unless analysis knows" {
    rtcheck timing --times ends "$MODELS/engine.amxmi"
    expect_status 1
    expect_output "(by analysis)"
    rtcheck timing --times ends "$MODELS/two_cores.amxmi"
    expect_status 3
    expect_output "only the shortest and the longest of the durations were tried"
}

@test "a step that rounds durations makes violations possible, and real if there is a run without rounding" {
    rtcheck timing --threads 1 --step 500us "$MODELS/engine.amxmi"
    expect_status 1
    expect_output "  violated  Speed_in_time: ResponseTime of Speed at most 9 ms; more than 9 ms"
    expect_output "  unknown   activations of Speed: no activation of Speed is lost at its limit of 1; possibly one is lost"
    expect_output "  Speed      worst about 11.5 ms"
    expect_output "    9 ms  Speed      ResponseTime of Speed at most 9 ms: the limit passes"
    rtcheck timing --step 3ms "$MODELS/engine.amxmi"
    expect_status 2
    expect_error "--step: the times of the stimuli must be multiples of the step"
    rtcheck timing --step soon "$MODELS/engine.amxmi"
    expect_status 2
}

@test "dense time: what cannot happen there holds, what can is possible" {
    rtcheck timing --times ends --dense --step 100us "$MODELS/two_cores.amxmi"
    expect_output "holds     activations of Filter: no activation of Filter is lost at its limit of 1 (in dense time)"
    expect_output "in dense time: unit 100 us"
    rtcheck timing --times ends --dense --step 2ms --json "$MODELS/modes.amxmi"
    expect_status 2
    rtcheck timing --times ends --dense --step 500us --json "$MODELS/two_cores.amxmi"
    expect_valid stdout.txt
    # Sensor takes 5.1 ms at most: a limit of 5.5 ms is not excluded in steps of 500 us, nor is it ever exceeded.
    change two_cores.amxmi '/Sensor_in_time/,/requirements>/s/value="10" unit="ms"/value="5500" unit="us"/'
    rtcheck timing --times ends --dense --step 500us --json broken.amxmi
    expect_json "[(l['verdict'], l['possible']) for l in o['limits'] if l['name'] == 'Sensor_in_time']" "[('unknown', True)]"
    rtcheck timing --times ends --dense --step 100us --json broken.amxmi
    expect_json "[(l['verdict'], l['by']) for l in o['limits'] if l['name'] == 'Sensor_in_time']" "[('holds', 'dense time')]"
    rtcheck timing --oldest 0s "$MODELS/engine.amxmi"
    expect_status 3
    expect_output "response times are not counted (--oldest)"
}

@test "a model for Spin" {
    mkdir out
    rtcheck timing --emit out/modes.pml "$MODELS/modes.amxmi"
    expect_status 0
    grep -q '^#include "schedulers.pml"$' out/modes.pml || fail "no library"
    grep -q 'inline schedule(core)' out/schedulers.pml || fail "no scheduler"
    rtcheck timing --emit no.pml "$MODELS/inversion.amxmi" --set semaphore.Bus.ceiling=true
    expect_status 2
    expect_error "--emit: semaphores with a ceiling are not written"
    expect_absent no.pml
    command -v spin >/dev/null || skip "no spin"
    (cd out && spin -a modes.pml && "$CC" -w -DSAFETY -DNOREDUCE -o pan pan.c && ./pan -E) >pan.txt || fail "Spin"
    grep -q 'errors: 0' pan.txt || fail "Spin finds an error"
}

@test "describe: what is there, the load, and what is not modelled" {
    rtcheck timing --describe "$MODELS/engine.amxmi"
    expect_status 0
    expect_output "  Crank (interrupt routine): again after 4 ms to 5 ms; takes 200 us; priority 1; by Interrupts"
    expect_output "  Core: 0.01 MHz, Mcu, load 75.0 %"
    change engine.amxmi 's/<swModel>/<swModel><gadgets name="new"\/><labels name="l"\/>/; s/name="Ignition" /&mood="good" /'
    rtcheck timing --describe broken.amxmi
    expect_output "gadgets in swModel: 1, line 4 (it is not modelled)"
    expect_output "the attribute mood of Task: 1, line 5 (it is not modelled)"
    expect_output "labels: 1, line 4"
    rtcheck timing --quiet --set task.Speed.priority=2 --set task.Diagnosis.priority=1 broken.amxmi
    expect_status 3
    rtcheck timing broken.amxmi
    expect_status 3
    expect_output "possibly 9.6 ms (gadgets in swModel (line 4) is not modelled)"
}

@test "objects are valid" {
    for model in engine two_cores inversion modes; do
        rtcheck timing --json --threads 1 "$MODELS/$model.amxmi"
        expect_valid stdout.txt
        rtcheck timing --json --describe "$MODELS/$model.amxmi"
        expect_valid stdout.txt
    done
    rtcheck timing --json nothing.amxmi
    expect_status 2
    expect_valid stdout.txt
}

@test "the run as a chart, a trace and a page" {
    SOURCE_DATE_EPOCH=0 rtcheck timing --threads 1 --gantt g.svg --btf g.btf --html g.html --show High "$MODELS/inversion.amxmi"
    expect_status 1
    python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse("g.svg")'
    grep -q '>12</text>' g.svg || fail "no axis to 12 ms"
    grep -q '^#timeScale ps$' g.btf || fail "no time scale"
    grep -q '^1500000000,Core,0,T,High,0,wait$' g.btf || fail "High does not wait at 1.5 ms"
    grep -q '^500000000,Low,0,SEM,Bus,0,assigned$' g.btf || fail "Low does not get the semaphore"
    grep -q '<svg' g.html || fail "no chart on the page"
    python3 "$BATS_TEST_DIRNAME/../timing/btf.py" g.btf || fail "no trace by the rules"
    rtcheck timing --gantt none.svg "$MODELS/modes.amxmi"
    expect_status 0
    expect_error "no run was written"
    expect_absent none.svg
}

@test "the worst case where nothing goes wrong" {
    rtcheck timing --threads 1 "$MODELS/two_cores.amxmi" --show Sensor --gantt worst.svg --btf worst.btf --html worst.html
    expect_status 0
    expect_output "how (the worst case of Sensor):"
    expect_output "  15.1 ms  Sensor   ends"
    grep -q 'Core_2' worst.svg || fail "no cores in the chart"
    ! grep -q violation worst.svg || fail "a violation in the chart"
    grep -q '^15100000000,Core_1,0,T,Sensor,1,terminate$' worst.btf || fail "no end in the trace"
    [ -s worst.html ] || fail "no page"
    rtcheck timing --threads 1 "$MODELS/engine.amxmi" --show Speed # it misses its limit: that is shown
    expect_output "how (Speed_in_time):"
    rtcheck timing "$MODELS/engine.amxmi" --show Nobody
    expect_status 2
    expect_error "--show: there is no task or interrupt routine Nobody"
}

@test "starvation, and a task that only waits longer" {
    change inversion.amxmi '0,/access="release"/s//access="request"/' # High takes the semaphore and never gives it back
    rtcheck timing broken.amxmi
    expect_status 1
    expect_output "progress of Low: Low always gets done in the end; an instance that is never done"
    rtcheck timing "$MODELS/inversion.amxmi"
    expect_no_output "progress of"
}

@test "instances behind one that is never done change nothing for others" {
    # High never lets Low go on; Low has no limit, so that there is a ninth instance some time.
    change inversion.amxmi '0,/access="release"/s//access="request"/; s/<tasks name="Low" \(.*\) multipleTaskActivationLimit="1"/<tasks name="Low" \1/'
    rtcheck timing --json broken.amxmi
    expect_status 1
    expect_json "[l['verdict'] for l in o['limits'] if l['name'] in ('activations of Low', 'progress of Low', 'activations of Middle')]" \
        "['holds', 'violated', 'violated']"
}

# What can be said of every published model: a verdict for each constraint, or the reason why not.
expect_verdicts() {
    [ "$status" -le 1 ] || [ "$status" -eq 3 ] || fail "status $status"
    expect_json "all(l['verdict'] in ('holds', 'violated') or l['why'] for l in o['limits']) and len(o['limits']) > 0" "True"
}

@test "first come, first served has an end, also under overload" {
    need_data
    rtcheck timing --json --threads 1 --time 2s "$DATA/app4mc-fork2019_v0.9.5_democar.amxmi"
    expect_verdicts # of tasks that were not seen to get old, nothing is said
    expect_json "{(l['verdict'], l['by']) for l in o['limits'] if l['kind'] == 'starvation'}" "{('holds', 'analysis')}"
    expect_json "[l['verdict'] for l in o['limits'] if l['name'] == 'activations of Task_20MS']" "['holds']"
}

# small ITEMS [STIMULUS [FEATURES]]: a task of one core at 1 kHz with a limit of 5 ms on its response time, as small.amxmi.
small() {
    local stimulus=${2:-'<stimuli xsi:type="am:PeriodicStimulus" name="S"><recurrence value="10" unit="ms"/></stimuli>'}
    local class=${stimulus#*am:}
    class=${class%%\"*}
    cat >small.amxmi <<END
<am:Amalthea xmlns:am="http://app4mc.eclipse.org/amalthea/${VERSION:-1.0.0}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<swModel><tasks name="T" stimuli="S?type=$class" preemption="preemptive" multipleTaskActivationLimit="3"><activityGraph>$1
</activityGraph></tasks><labels name="L"/></swModel>
<hwModel><definitions xsi:type="am:ProcessingUnitDefinition" name="Mcu" puType="CPU" ${3:+features=\"Speed/Fast?type=HwFeature\"}/>
<featureCategories name="Speed"><features name="Fast" value="2.0"/></featureCategories>
<structures name="E" structureType="ECU"><modules xsi:type="am:ProcessingUnit" name="Core" frequencyDomain="F?type=FrequencyDomain" definition="Mcu?type=ProcessingUnitDefinition"/></structures>
<domains xsi:type="am:FrequencyDomain" name="F"><defaultValue value="1.0" unit="kHz"/></domains></hwModel>
<osModel><operatingSystems name="O"><taskSchedulers name="P"><schedulingAlgorithm xsi:type="am:OSEK"/></taskSchedulers></operatingSystems></osModel>
<stimuliModel>$stimulus</stimuliModel>
<constraintsModel><requirements xsi:type="am:ProcessRequirement" name="D" process="T?type=Task"><limit xsi:type="am:TimeRequirementLimit" limitType="UpperLimit" metric="ResponseTime"><limitValue value="5" unit="ms"/></limit></requirements></constraintsModel>
<mappingModel><schedulerAllocation scheduler="P?type=TaskScheduler" responsibility="Core?type=ProcessingUnit"/><taskAllocation task="T?type=Task" scheduler="P?type=TaskScheduler"><schedulingParameters priority="1"/></taskAllocation></mappingModel>
</am:Amalthea>
END
}
worst() { expect_json "[round(t['worst_seconds'] * 1e6) for t in o['tasks']]" "[$1]"; }
ticks() { echo "<items xsi:type=\"am:Ticks\"><default xsi:type=\"am:DiscreteValueConstant\" value=\"$1\"/></items>"; }

@test "execution needs of all versions, by type of core" {
    local constant='xsi:type="am:DiscreteValueConstant" value'
    small "<items xsi:type=\"am:ExecutionNeed\"><needs key=\"Speed?type=HwFeatureCategory\"><value $constant=\"6\"/></needs></items>" "" yes
    rtcheck timing --json small.amxmi
    worst 3000
    small "<items xsi:type=\"am:ExecutionNeed\"><default><needs key=\"Speed\"><value $constant=\"6\"/></needs></default></items>" "" yes
    rtcheck timing --json small.amxmi
    worst 3000
    # To 0.9.2: the entries are the default and the extension themselves.
    local old='<items xsi:type="am:ExecutionNeed"><default key="Speed"><value xsi:type="am:NeedConstant" value="6"/></default>'
    small "$old</items>" "" yes
    rtcheck timing --json small.amxmi
    worst 3000
    small "$old<extended key=\"Mcu?type=ProcessingUnitDefinition\"><value key=\"Speed\"><value xsi:type=\"am:NeedDeviation\"><deviation><lowerBound xsi:type=\"am:LongObject\" value=\"2\"/><upperBound xsi:type=\"am:LongObject\" value=\"8\"/></deviation></value></value></extended></items>" "" yes
    rtcheck timing --json small.amxmi
    worst 4000
    small "$old</items>"
    rtcheck timing small.amxmi
    expect_status 2
    expect_error "the core has not the feature that this execution need asks for"
    small '<items xsi:type="am:ExecutionNeed"/>'
    rtcheck timing small.amxmi
    expect_status 2
    expect_error "no execution need is given"
}

@test "bursts: anywhere in their length, and never closer than allowed" {
    local burst='<stimuli xsi:type="am:PeriodicBurstStimulus" name="S" occurrenceCount="3"><offset value="0" unit="ms"/><recurrence value="20" unit="ms"/><burstLength value="LENGTH" unit="ms"/><occurrenceMinDistance value="1" unit="ms"/></stimuli>'
    small "$(ticks 2)" "${burst/LENGTH/2}" # one after the other: 2, 3 and 4 ms
    rtcheck timing --json small.amxmi
    expect_status 0
    worst 4000
    expect_json "[round(t['best_seconds'] * 1e6) for t in o['tasks']]" "[2000]"
    expect_json "[l for l in o['leftovers'] if l['safety'] == 'unsafe']" "[]"
    small "$(ticks 3)" "${burst/LENGTH/6}" # 3, 5 and 7 ms, if they come together
    rtcheck timing --json small.amxmi
    expect_status 1
    worst 7000
    small "$(ticks 1)" "${burst/LENGTH/20}"
    rtcheck timing small.amxmi
    expect_status 2
    expect_error "a burst must end before the next one begins"
    small "$(ticks 2)" "${burst/LENGTH/1}" # two of them fit: 2 and 3 ms
    rtcheck timing --json small.amxmi
    worst 3000
    expect_json "o['assumptions']" "['of the 3 occurrences in a burst of S, 2 fit into it (line 9)']"
    small "$(ticks 1)" "$(echo "${burst/LENGTH/5}" | sed 's/occurrenceMinDistance value="1"/occurrenceMinDistance value="0"/')"
    rtcheck timing --json small.amxmi # all three at once
    worst 3000
}

@test "what occurs twice at one instant is two events to a constraint" {
    local twice='<stimuli xsi:type="am:PeriodicSyntheticStimulus" name="S"><recurrence value="10" unit="ms"/><occurrenceTimes value="1" unit="ms"/><occurrenceTimes value="1" unit="ms"/></stimuli>'
    small "$(ticks 1)" "$twice"
    sed -i 's/metric="ResponseTime"/metric="ActivateToActivate"/; s/limitType="UpperLimit"/limitType="LowerLimit"/' small.amxmi
    rtcheck timing --json small.amxmi
    expect_status 1
    sed -i '0,/<occurrenceTimes value="1"/s//<occurrenceTimes value="6"/' small.amxmi # 5 ms apart
    rtcheck timing --json small.amxmi
    expect_status 0
}

@test "arrival curves: borders restrict each other, and occurrences may come at once" {
    entry() { echo "<entries numberOfOccurrences=\"$1\"><lowerTimeBorder value=\"$2\" unit=\"ms\"/>${3:+<upperTimeBorder value=\"$3\" unit=\"ms\"/>}</entries>"; }
    curve() { echo "<stimuli xsi:type=\"am:ArrivalCurveStimulus\" name=\"S\">$*</stimuli>"; }
    small "$(ticks 3)" "$(curve "$(entry 2 1 8)" "$(entry 3 2 9)")"
    rtcheck timing --json --times all small.amxmi # 1 ms apart, again and again: the backlog grows
    expect_status 1
    small "$(ticks 3)" "$(curve "$(entry 2 1 8)" "$(entry 3 2 9)" "$(entry 4 13 16)")" # 13 - 9: 4 ms apart
    rtcheck timing --json --times all small.amxmi
    expect_status 0
    worst 3000
    expect_json "[t['analysis_seconds'] for t in o['tasks']]" "[0.003]"
    small "$(ticks 2)" "$(curve "$(entry 2 0 9)" "$(entry 3 9 9)")" # two at once, the next 9 ms later
    rtcheck timing --json --times all small.amxmi
    worst 4000
    expect_json "[t['analysis_seconds'] for t in o['tasks']]" "[0.004]"
    small "$(ticks 2)" "$(curve "$(entry 2 5 6)" "$(entry 3 13 14)")"
    rtcheck timing small.amxmi
    expect_status 3
    expect_output "the borders of S contradict each other"
    for wrong in "$(entry 1 0 1)" "$(entry 34 0 1)" "$(entry 2 3 2)" ""; do
        small "$(ticks 2)" "$(curve "$wrong")"
        rtcheck timing small.amxmi
        expect_status 2
    done
}

@test "variable rates: distances by rates, clocks by what they have counted" {
    rate() { echo "<stimuli xsi:type=\"am:VariableRateStimulus\" name=\"S\" $1><step value=\"12\" unit=\"ms\"/>$2</stimuli>$3"; }
    often='<occurrencesPerStep xsi:type="am:ContinuousValueUniformDistribution" lowerBound="2.0" upperBound="4.0"/>'
    small "$(ticks 2)" "$(rate "" "$often")"
    rtcheck timing --json small.amxmi # 3 to 6 ms apart
    expect_status 0
    worst 2000
    small "$(ticks 4)" "$(rate "" "$often")"
    rtcheck timing small.amxmi
    expect_status 1
    small "$(ticks 4)" "$(rate 'maxIncreasePerStep="1.0"' "$often")"
    rtcheck timing small.amxmi # perhaps it cannot get faster so soon
    expect_status 3
    expect_output "S: its rate may change as fast as it likes here"
    step() { echo "<entries><frequency value=\"$1\" unit=\"kHz\"/><time value=\"$2\" unit=\"ms\"/></entries>"; }
    follow() { echo "<scenario clock=\"C?type=ClockStepList\" samplingRecurrence=\"$1\"/>"; }
    clock() { echo "<clocks xsi:type=\"am:ClockStepList\" name=\"C\">$*</clocks>"; }
    # 0.5 a ms for 4 ms, then 1 a ms for 4 ms, then nothing: every second one at 4, 6, 8 and again from 20 on
    small "$(ticks 3)" "$(rate "" "$(follow 2.0)" "$(clock "$(step 0.5 0)$(step 1 4)$(step 0 8)" '<period value="20" unit="ms"/>')")"
    rtcheck timing --json small.amxmi
    expect_json "[t['exact'] for t in o['tasks']]" "[True]"
    worst 5000
    small "$(ticks 3)" "$(rate "" "$(follow 2.0)" "$(clock "$(step 0.5 1)")")"
    rtcheck timing --json --describe small.amxmi
    expect_json "o['tasks'][0]['stimuli']" "['every 4 ms from 5 ms']"
    small "$(ticks 3)" "$(rate "" '<scenario clock="C?type=ClockFunction"/>' '<clocks xsi:type="am:ClockFunction" name="C" curveType="sine"><period value="1" unit="s"/><peakToPeak value="100" unit="Hz"/><yOffset value="100" unit="Hz"/></clocks>')"
    rtcheck timing --json --describe small.amxmi
    expect_json "o['tasks'][0]['stimuli']" "['again after 5 ms to 10 ms (its clock is taken as any rate between the least and the largest)']"
    small "$(ticks 3)" "$(rate "" "$(follow 0)" "$(clock "$(step 1 0)")")"
    rtcheck timing small.amxmi
    expect_status 2
    expect_error "samplingRecurrence above 0"
    small "$(ticks 3)" "$(rate "" "")"
    rtcheck timing small.amxmi
    expect_status 2
    expect_error "a variable rate needs a step"
}

@test "schedulers below schedulers, and names of one's own" {
    local below='<taskSchedulers name="Scheduler" definition="OSEK?type=SchedulerDefinition"><parentAssociation parent="PARENT?type=TaskScheduler"\/><\/taskSchedulers>'
    change engine.amxmi "s/\(<taskSchedulers name=\"\)Scheduler\(\" .*>\)/\1Top\2${below/PARENT/Top}/"
    rtcheck timing --json --quiet broken.amxmi
    expect_status 1
    expect_json "[round(t['worst_seconds'] * 1e6) for t in o['tasks'] if t['name'] == 'Speed']" "[9600]"
    expect_json "[t['analysis_exact'] for t in o['tasks'] if t['name'] == 'Speed']" "[True]"
    change engine.amxmi "s/<taskSchedulers .*>/${below/PARENT/Scheduler}/"
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "the schedulers above Scheduler go round in a circle"
    change engine.amxmi 's/OSEK/UserSpecificSchedulingAlgorithm/'
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "the algorithm UserSpecificSchedulingAlgorithm is not modelled"
    rtcheck timing --quiet --set definition.UserSpecificSchedulingAlgorithm.algorithm=OSEK broken.amxmi
    expect_status 1
    rtcheck timing --set definition.Mine.algorithm=OSEK broken.amxmi
    expect_status 2
    expect_error "no scheduler has this algorithm"
}

@test "a description of 2^60 calls is soon done" {
    {
        sed -n '1,/<swModel>/p' "$MODELS/engine.amxmi"
        for i in $(seq 0 59); do
            echo "<runnables name=\"R$i\"><activityGraph><items xsi:type=\"am:RunnableCall\" runnable=\"R$((i + 1))?type=Runnable\"/><items xsi:type=\"am:RunnableCall\" runnable=\"R$((i + 1))?type=Runnable\"/></activityGraph></runnables>"
        done
        echo "<runnables name=\"R60\"/><tasks name=\"Deep\"><activityGraph><items xsi:type=\"am:RunnableCall\" runnable=\"R0?type=Runnable\"/></activityGraph></tasks>"
        sed '1,/<swModel>/d' "$MODELS/engine.amxmi"
    } >deep.amxmi
    rtcheck timing --describe deep.amxmi
    expect_status 0
    expect_output "  Deep: no stimulus: it never starts; takes 0 s"
}

@test "jitter never brings occurrences closer than the minimum distance" {
    local jitter='<stimuli xsi:type="am:PeriodicStimulus" name="S"><recurrence value="4" unit="ms"/><jitter xsi:type="am:TimeBoundaries"><lowerBound value="0" unit="ms"/><upperBound value="3" unit="ms"/></jitter>MORE</stimuli>'
    small "$(ticks 3)" "${jitter/MORE/}" # 1 ms apart: the second waits for 2 ms
    rtcheck timing --json small.amxmi
    worst 5000
    small "$(ticks 3)" "${jitter/MORE/<minDistance value=\"3\" unit=\"ms\"/>}"
    rtcheck timing --json small.amxmi
    worst 3000
    expect_json "[t['analysis_seconds'] for t in o['tasks']]" "[0.003]"
    small "$(ticks 3)" "${jitter/MORE/<minDistance value=\"5\" unit=\"ms\"/>}"
    rtcheck timing small.amxmi
    expect_status 2
    expect_error "the minimum distance must not be above the recurrence"
}

@test "accesses to memory take the time that is given" {
    small "$(ticks 2)<items xsi:type=\"am:LabelAccess\" data=\"L?type=Label\" access=\"read\"/>"
    rtcheck timing --json small.amxmi
    worst 2000
    rtcheck timing --json --memory-access 1ms..3ms small.amxmi
    worst 5000
    expect_json "o['assumptions']" "['each access to a label takes 1 ms to 3 ms of its core, whatever memory it is in']"
    rtcheck timing --memory-access 4ms small.amxmi
    expect_status 1
    expect_no_output "take no time"
    for wrong in soon 3ms..2ms 1ms.. -1ms; do
        rtcheck timing --memory-access=$wrong small.amxmi
        expect_status 2
        expect_error "--memory-access: a time was expected"
    done
}

# constrain FILE CONSTRAINT [EVENT...]: an example with one more constraint, as broken.amxmi.
constrain() {
    local more=$2 events="" text
    text=$(<"$MODELS/$1")
    shift 2
    for event; do events+="<events xsi:type=\"am:${event/ /\" }/>"; done
    text=${text//"</constraintsModel>"/"$more</constraintsModel>"}
    case $text in
    *"</eventModel>"*) text=${text//"</eventModel>"/"$events</eventModel>"} ;;
    *) text=${text//"<constraintsModel>"/"<eventModel>$events</eventModel><constraintsModel>"} ;;
    esac
    echo "$text" >broken.amxmi
}
limit() { # METRIC TYPE VALUE [UNIT]: of the task Controller of modes.amxmi
    echo "<requirements xsi:type=\"am:ProcessRequirement\" name=\"X\" process=\"Controller?type=Task\"><limit xsi:type=\"am:TimeRequirementLimit\" limitType=\"$2Limit\" metric=\"$1\"><limitValue value=\"$3\" unit=\"${4:-us}\"/></limit></requirements>"
}

@test "chains: reaction and age, with the longest, and how" {
    rtcheck timing --threads 1 "$MODELS/two_cores.amxmi"
    expect_status 0
    expect_output "holds     Shown_soon: Reaction of Sensor_to_display at most 7 ms; 5 ms"
    expect_output "holds     Shown_fresh: Age of Sensor_to_display at most 15 ms; 11 ms"
    change two_cores.amxmi 's/value="7" unit/value="4" unit/; s/value="15" unit/value="10" unit/'
    rtcheck timing --threads 1 broken.amxmi
    expect_status 1
    expect_output "violated  Shown_soon: Reaction of Sensor_to_display at most 4 ms; 5 ms"
    expect_output "violated  Shown_fresh: Age of Sensor_to_display at most 10 ms; 11 ms"
    expect_output "Filter   Filtered occurs"
    rtcheck timing --json broken.amxmi
    expect_valid stdout.txt
    change two_cores.amxmi 's/stimulus="Fetched/stimulus="Filtered/'
    rtcheck timing broken.amxmi
    expect_status 3
    expect_output "the segments of Sensor_to_display do not join"
    change two_cores.amxmi 's/itemType="sequence"//; s/name="Sensor_to_display"/& itemType="parallel" minItemsCompleted="1"/'
    rtcheck timing broken.amxmi
    expect_status 3
    expect_output "not all strands of Sensor_to_display must be completed"
}

@test "limits of every kind, in both directions" {
    # The controller comes every 10 ms, takes 1.5 to 4 ms and can be kept from running by the other task for 1.2 ms.
    try() { # METRIC TYPE VALUE VERDICT
        constrain modes.amxmi "$(limit "$1" "$2" "$3")"
        rtcheck timing --json --threads 1 broken.amxmi
        expect_json "[l['verdict'] for l in o['limits'] if l['name'] == 'X']" "['$4']"
    }
    for metric in StartDelay ActivateToActivate StartToStart EndToEnd EndToStart GrossExecutionTime NetExecutionTime RunningTime \
        CoreExecutionTime ReadyTime; do
        try $metric Upper 90000 holds
        try $metric Lower 0 holds
    done
    for metric in ActivateToActivate StartToStart EndToEnd EndToStart GrossExecutionTime NetExecutionTime RunningTime CoreExecutionTime; do
        try $metric Upper 100 violated
        try $metric Lower 90000 violated
    done
    for metric in WaitingTime ParkingTime PollingTime; do
        try $metric Upper 0 holds
        try $metric Lower 1 violated
    done
    for metric in Lateness MemoryAccessTime OsOverhead Magic; do try $metric Upper 1 unknown; done
    try ActivateToActivate Upper 5000 holds
    try ActivateToActivate Lower 5000 holds
    try ActivateToActivate Upper 4900 violated
    try ActivateToActivate Lower 5100 violated
    constrain modes.amxmi '<requirements xsi:type="am:ProcessRequirement" name="X" process="Controller?type=Task"><limit xsi:type="am:CountRequirementLimit" limitType="UpperLimit" metric="Preemptions" limitValue="1"/></requirements>'
    rtcheck timing broken.amxmi
    expect_status 3
    expect_output "limits of the class CountRequirementLimit are not checked"
}

@test "formulas over tasks and mode labels" {
    rtcheck timing --json "$MODELS/modes.amxmi" --ltl '[] (mode == Limp -> <> mode == Normal)' --ltl '[] mode < Limp' \
        --ltl 'suspended(Controller) U mode == Normal' --ltl '[] !(running(Monitor) && ready(Monitor))'
    expect_status 1
    expect_valid stdout.txt
    expect_json "[(l['name'], l['verdict']) for l in o['limits'] if l['kind'] == 'formula']" \
        "[('formula 1', 'holds'), ('formula 2', 'violated'), ('formula 3', 'holds'), ('formula 4', 'holds')]"
    expect_json "o['violations'][0]['property']" "formula 2"
    # Tasks of both cores, and a run into a loop.
    rtcheck timing --threads 1 "$MODELS/two_cores.amxmi" --ltl '[] (waiting(Sensor) -> <> running(Sensor))' --ltl '<> [] suspended(Filter)' \
        --gantt run.svg
    expect_status 1
    expect_output "holds     formula 1: [] (waiting(Sensor) -> <> running(Sensor))"
    expect_output "violated  formula 2: <> [] suspended(Filter); not in every run"
    [ -s run.svg ] || fail "no chart"
    # A task that never starts is suspended; only both ends are no proof.
    small "$(ticks 1)"
    sed -i 's|<labels|<tasks name="N" preemption="preemptive"><activityGraph/></tasks><labels|; s|</mappingModel>|<taskAllocation task="N?type=Task" scheduler="P?type=TaskScheduler"/></mappingModel>|' small.amxmi
    rtcheck timing small.amxmi --ltl '[] suspended(N)'
    expect_status 0
    rtcheck timing --times ends "$MODELS/two_cores.amxmi" --ltl '[] !(running(Sensor) && ready(Sensor))'
    expect_output "unknown   formula 1: [] !(running(Sensor) && ready(Sensor)) (only the shortest and the longest"
}

@test "formulas that are none" {
    for wrong in '1:1 X running(Monitor)' '1:9 running(Nobody)' '1:5 [] (' '1:16 running(Monitor' '1:9 mode == Red' '1:6 mode = Limp' \
        '1:18 running(Monitor) running(Monitor)' '1:1 "mode' '1:9 running("Mon'; do
        rtcheck timing "$MODELS/modes.amxmi" --ltl "${wrong#* }"
        expect_status 2
        expect_error "--ltl:${wrong%% *}: error: "
    done
    rtcheck timing "$MODELS/modes.amxmi" --ltl "$(printf '!%.0s' {1..3000})true"
    expect_status 2
    expect_error "nested too deeply"
    rtcheck timing "$MODELS/modes.amxmi" --ltl true --emit x.pml
    expect_status 2
    expect_absent x.pml
}

@test "delays, repetitions, synchronization, and what is not decided" {
    local ends='ProcessEvent name="Ends" eventType="terminate" entity="Controller?type=Task"'
    local comes='ProcessEvent name="Comes" eventType="activate" entity="Controller?type=Task"'
    try() { # VERDICT CONSTRAINT
        constrain modes.amxmi "<timingConstraints name=\"X\" xsi:type=\"am:$2</timingConstraints>" "$ends" "$comes" \
            'ComponentEvent name="Odd"' 'EventSet name="Set" events="Ends?type=ProcessEvent"'
        rtcheck timing --json --threads 1 broken.amxmi
        expect_json "[l['verdict'] for l in o['limits'] if l['name'] == 'X']" "['$1']"
        expect_valid stdout.txt
    }
    local delay='DelayConstraint" source="Comes?type=ProcessEvent" target="Ends?type=ProcessEvent"'
    for mapping in Reaction OneToOne UniqueReaction; do
        try holds "$delay mappingType=\"$mapping\"><upper value=\"5\" unit=\"ms\"/>"
        try violated "$delay mappingType=\"$mapping\"><upper value=\"4900\" unit=\"us\"/>"
    done
    try unknown "$delay><upper value=\"5\" unit=\"ms\"/>"
    local repeat='RepetitionConstraint" event="Comes?type=ProcessEvent"'
    try holds "$repeat span=\"2\"><lower value=\"10\" unit=\"ms\"/><upper value=\"10\" unit=\"ms\"/>"
    try violated "$repeat span=\"2\"><lower value=\"11\" unit=\"ms\"/>"
    try holds "$repeat><period value=\"5\" unit=\"ms\"/>"
    local late='RepetitionConstraint" event="Ends?type=ProcessEvent"><period value="5" unit="ms"/><jitter'
    try holds "$late value=\"35\" unit=\"ms\"/>"
    try violated "$late value=\"3\" unit=\"us\"/>"
    local both='EventSynchronizationConstraint" events="Comes?type=ProcessEvent Ends?type=ProcessEvent"'
    for many in true false; do
        try holds "$both multipleOccurrencesAllowed=\"$many\"><tolerance value=\"5\" unit=\"ms\"/>"
        try violated "$both multipleOccurrencesAllowed=\"$many\"><tolerance value=\"1\" unit=\"ms\"/>"
    done
    try unknown 'RepetitionConstraint" event="Odd?type=ComponentEvent"><lower value="1" unit="ms"/>'
    try unknown 'RepetitionConstraint" event="Set?type=EventSet"><lower value="1" unit="ms"/>'
    try unknown 'RepetitionConstraint" event="Comes?type=ProcessEvent">'
    try unknown 'NewConstraint">'
}

@test "a reference to something of another kind" {
    change engine.amxmi 's/stimuli="Every_5ms?type=PeriodicStimulus"/stimuli="Ignition?type=Task"/'
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "refers to 'Ignition' of the class Task, which cannot be meant here"
    rtcheck timing --describe broken.amxmi
    expect_status 2
}

@test "a limit on activations" {
    rtcheck timing "$MODELS/modes.amxmi" --set task.Controller.time=6ms
    expect_status 1
    expect_output "violated  activations of Controller: no activation of Controller is lost at its limit of 1; one is lost"
    expect_output "load of Core: 132.0 %, overloaded"
    rtcheck timing "$MODELS/modes.amxmi" --set task.Controller.time=6ms --set task.Controller.limit=0
    expect_status 1
    expect_output "never more than 8 instances of Controller at once; one is lost"
}

@test "bad input: the element's path and line, status 2" {
    try() { # FILE SED-SCRIPT MESSAGE
        change "$1" "$2"
        rtcheck timing broken.amxmi
        expect_status 2
        expect_error "$3"
    }
    try engine.amxmi '/Every_10ms">/,/stimuli>/s/value="10"/value="0"/' "stimuliModel/stimuli 'Every_10ms': the recurrence must be above 0"
    try engine.amxmi '/Every_10ms">/,/stimuli>/s/value="10"/value="-3"/' "the recurrence must be above 0"
    try engine.amxmi '/Every_10ms">/,/stimuli>/s/unit="ms"/unit="weeks"/' "a time needs a unit (s, ms, us, ns or ps), not 'weeks'"
    try engine.amxmi 's/value="9"/value="99999999999999999999"/' "is no number that can be counted with"
    try engine.amxmi 's/stimuli="Every_5ms?type/stimuli="Every_6ms?type/' "swModel/tasks 'Ignition': refers to Every_6ms?type=PeriodicStimulus, which is not there"
    try engine.amxmi 's/stimuli="Every_5ms?type=PeriodicStimulus"/stimuli="Every_5ms"/' "is no reference: Name?type=Type was expected"
    try engine.amxmi '/defaultValue/d' "the core has no frequency"
    try engine.amxmi 's/value="10.0" unit="kHz"/value="0.0" unit="kHz"/' "a frequency must be above 0"
    try engine.amxmi 's/xsi:type="am:DiscreteValueConstant" value="30"/xsi:type="am:DiscreteValueGaussDistribution" mean="3" sd="1"/' "this distribution has no upper bound"
    try engine.amxmi 's/lowerBound="8"/lowerBound="80"/' "the lower bound is above the upper one"
    try engine.amxmi 's/OSEK?type=SchedulerDefinition/Magic?type=SchedulerDefinition/; s/schedulerDefinitions name="OSEK"/schedulerDefinitions name="Magic"/' "the algorithm Magic is not modelled"
    try engine.amxmi '/task="Speed?type=Task"/,/taskAllocation>/d; s/<isrAllocation.*//; s/<\/operatingSystems>/<taskSchedulers name="Second"\/>&/' "Speed is allocated to no scheduler"
    try engine.amxmi 's/name="Speed" stimuli/name="Ignition" stimuli/' "'Ignition' is there twice"
    try engine.amxmi 's/amalthea\/3.3.0/amalthea\/0.2.0/' "is not read: 0.7 to 3.3 are"
    try engine.amxmi 's/app4mc.eclipse.org\/amalthea/example.org\/other/' "this is no AMALTHEA model"
    try modes.amxmi 's/value="Limp"/value="Gone"/' "'Gone' is no value of the mode label mode"
    try modes.amxmi 's/relation="EQUAL"/relation="SIMILAR"/' "the relation 'SIMILAR' is not known"
    try two_cores.amxmi 's/lowerBound="10" upperBound="12"/lowerBound="-10" upperBound="12"/' "this amount is negative"
}

@test "bad input: newer, far too large, and without a stimulus" {
    VERSION=4.1.0 small "$(ticks 1)"
    rtcheck timing small.amxmi
    expect_status 0
    expect_error "warning: this model is of AMALTHEA 4.1.0; 3.3 is the newest that is known here"
    small "$(ticks 1)"
    sed -i 's/ stimuli="S?type=PeriodicStimulus"//' small.amxmi
    rtcheck timing --json small.amxmi
    expect_status 0
    expect_json "(o['never_start'], [l['found'] for l in o['limits']])" "(['T'], ['the task never starts'])"
    # What is not modelled may start it.
    sed -i 's|<swModel>|<swModel><gadgets/>|' small.amxmi
    rtcheck timing --json small.amxmi
    expect_status 3
    small "$(ticks 1)" '<stimuli xsi:type="am:PeriodicStimulus" name="S"><recurrence value="9000000000000" unit="s"/><offset value="1" unit="ps"/></stimuli>'
    rtcheck timing small.amxmi
    expect_status 2
    expect_error "times of this model are too far apart to be counted in one unit"
    # Runnables that call the next one twice: 2^60 instructions.
    small '<items xsi:type="am:RunnableCall" runnable="R0?type=Runnable"/>'
    local more="" call
    for i in {1..60}; do
        call="<items xsi:type=\"am:RunnableCall\" runnable=\"R$i?type=Runnable\"/>"
        more+="<runnables name=\"R$((i - 1))\"><activityGraph>$call$call</activityGraph></runnables>"
    done
    sed -i "s|<labels name=\"L\"/>|$more<runnables name=\"R60\"><activityGraph>$(ticks 1)</activityGraph></runnables>|" small.amxmi
    rtcheck timing small.amxmi
    expect_status 2
    expect_error "task T has more than 60000 instructions"
}

@test "bad input: files that are none" {
    head -c 3000 "$MODELS/engine.amxmi" >cut.amxmi
    printf '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' >entity.amxmi
    : >empty.amxmi
    printf 'PK\003\004 no archive' >zip.amxmi
    python3 -c 'print("<a>" * 100000)' >deep.amxmi
    for file in cut entity empty zip deep; do
        rtcheck timing $file.amxmi
        expect_status 2
        expect_error "$file.amxmi:"
        rtcheck timing --describe $file.amxmi
        expect_status 2
    done
    rtcheck timing
    expect_status 2
}

@test "a minimum distance of 0, references in place of definitions, things in odd places" {
    change engine.amxmi 's/<lowerBound value="4" unit="ms"\/>/<lowerBound value="0" unit="ms"\/>/'
    rtcheck timing --threads 1 --time 2s broken.amxmi
    expect_status 3
    expect_output "which allows any number of occurrences at once"
    change engine.amxmi 's/<swModel>/&<tasks href="amlt:\/#T?type=Task"\/>/'
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "a definition was expected here, not a reference"
    change engine.amxmi 's/<swModel>/&<odd><taskSchedulers name="a"\/><modules xsi:type="am:ProcessingUnit" name="b"\/><stimuli xsi:type="am:PeriodicStimulus" name="c"\/><semaphores name="d"\/><\/odd>/'
    rtcheck timing --describe broken.amxmi
    expect_status 0
    rtcheck timing --quiet broken.amxmi
    expect_status 3
}

@test "calls in a circle, and a loop that takes no time" {
    change engine.amxmi 's/<isrs/<runnables name="R"><activityGraph><items xsi:type="am:RunnableCall" runnable="R?type=Runnable"\/><\/activityGraph><\/runnables>&/; 0,/<items xsi:type="am:Ticks">/s//<items xsi:type="am:RunnableCall" runnable="R?type=Runnable"\/>&/'
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "these calls go round in a circle"
    change modes.amxmi '0,/<items xsi:type="am:Ticks">/s//<items xsi:type="am:WhileLoop"><condition><entries xsi:type="am:ModeValueCondition" relation="EQUAL" label="mode?type=ModeLabel" value="Normal"\/><\/condition><\/items>&/'
    rtcheck timing broken.amxmi
    expect_status 3
    expect_output "a task does things for ever without taking time"
}

@test "a compressed model, and a model in parts" {
    python3 - "$MODELS/engine.amxmi" <<'END'
import re, sys, zipfile
text = open(sys.argv[1]).read()
zipfile.ZipFile("zipped.amxmi", "w", zipfile.ZIP_DEFLATED).writestr("engine.amxmi", text)
head = text[:text.index("<swModel>")]
for name in ("swModel", "hwModel", "osModel", "stimuliModel", "constraintsModel", "mappingModel"):
    part = text[text.index(f"<{name}>"):text.index(f"</{name}>")] + f"</{name}>"
    part = re.sub(r'<requirements ([^>]*) process="([^"]+)\?type=(\w+)">',
                  r'<requirements \1><process xsi:type="am:\3" href="amlt:/#\2?type=\3"/>', part)
    open(name + ".amxmi", "w").write(head + part + "</am:Amalthea>")
END
    rtcheck timing --quiet zipped.amxmi
    expect_status 1
    rtcheck timing swModel.amxmi hwModel.amxmi osModel.amxmi stimuliModel.amxmi constraintsModel.amxmi mappingModel.amxmi
    expect_status 1
    expect_output "Speed_in_time: ResponseTime of Speed at most 9 ms; 9.6 ms"
    rtcheck timing swModel.amxmi
    expect_status 2
    expect_error "is a part of the model missing?"
    rtcheck timing --describe swModel.amxmi
    expect_status 0
    rtcheck timing swModel.amxmi "$MODELS/modes.amxmi"
    expect_status 2
    expect_error "the parts of a model must be of one version"
}

@test "a time limit ends with what is known" {
    rtcheck timing --time 1s --json "$MODELS/engine.amxmi" --times all --step 10us
    [ "$status" = 3 ] || [ "$status" = 1 ] || fail "status"
    expect_valid stdout.txt
}

@test "published models: all are described" {
    need_data
    at_full_speed
    for file in "$DATA"/*.amxmi; do
        rtcheck timing --describe "$file"
        expect_status 0
    done
    rtcheck timing --describe --json "$DATA/mobstr_v2.0.0_FMTV2019_mapped.amxmi"
    expect_valid stdout.txt
}

@test "published models: every constraint gets a verdict, or the reason why not" {
    need_data
    at_full_speed
    for model in AmaltheaToRCM_v0.9.7_democar app4mc-fork2019_v0.9.5_feedback_loop_step4 \
        app4mc-fork2019_v0.9.5_state_machine_step{1,2,4} mobstr_v2.0.0_FMTV2019_mapped; do # the others have tests of their own
        rtcheck timing --json --threads 1 --time 2s --memory 1G "$DATA/$model.amxmi"
        expect_verdicts
    done
}

@test "published models: democar misses on its first job, in one file and in parts" {
    need_data
    at_full_speed
    rtcheck timing --threads 1 --time 3s --show Task_10MS "$DATA/app4mc-fork2019_v0.9.5_democar.amxmi"
    expect_status 1
    expect_output "violated  Deadline_10: ResponseTime of Task_10MS at most 10 ms"
    expect_output "     10 ms  Task_10MS  is activated by Timer_10MS"
    expect_output "            Task_10MS  ResponseTime of Task_10MS at most 10 ms: the limit passes"
    rtcheck timing --threads 1 --time 2s --quiet "$DATA"/app4mc-fork2019_v0.9.5_democar.split-*.amxmi
    expect_status 1
}

@test "published models: brake by wire and the seven tasks by deadlines" {
    need_data
    at_full_speed
    rtcheck timing --json "$DATA/AmaltheaToRCM_v0.9.7_BBW.amxmi"
    expect_verdicts
    expect_json "{l['verdict'] for l in o['limits'] if l['kind'] != 'constraint'}" "{'holds'}"
    # All four chains are done within the maximum of 20 ms, but not after the minimum, which is 20 ms as well.
    expect_json "[l['found'] for l in o['limits'] if l['kind'] == 'constraint']" \
        "['240 us to 10.24 ms', '180 us to 10.18 ms', '120 us to 10.12 ms', '60 us to 10.06 ms']"
    expect_json "all(t['worst_seconds'] == t['analysis_seconds'] and t['exact'] for t in o['tasks'])" "True"
    rtcheck timing --json "$DATA/app4mc-fork2019_v0.9.5_periodic_step9.amxmi"
    expect_status 0
    expect_json "[round(t['worst_seconds'] * 1e6) for t in o['tasks']][:5]" "[10000, 40000, 60000, 75000, 115000]"
}

@test "published models: WATERS 2019, starvation and the planner; other schedulers by settings" {
    need_data
    at_full_speed
    rtcheck timing --threads 1 --time 8s --json "$DATA/mobstr_v1.0.0_FMTV2019_mapped.amxmi"
    expect_status 1
    expect_verdicts
    expect_json "[round(t['worst_seconds'] * 1e8) for t in o['tasks'] if t['name'] == 'Planner']" "[1243676]"
    expect_json "sorted(l['task'] for l in o['limits'] if l['kind'] == 'starvation' and l['verdict'] == 'violated')" \
        "['Lane_detection', 'Localization', 'PRE_Lane_detection_gpu_POST', 'PRE_Localization_gpu_POST']"
    rtcheck timing --threads 1 --time 4s --json "$DATA/mobstr_v1.0.0_FMTV2019_mapped.amxmi" \
        --set scheduler.GPU_Sched.algorithm=FixedPriorityPreemptive --set task.Localization.scheduler=GPU_Sched \
        --set task.Localization.priority=1 --set task.SFM.priority=1
    expect_status 1
    expect_json "[l['verdict'] for l in o['limits'] if l['name'] == 'Deadline_Task_SFM']" "['violated']"
}

@test "published models: WATERS 2017, search and analysis meet" {
    need_data
    at_full_speed
    rtcheck timing --threads 1 --time 4s --json "$DATA/app4mc-fork2019-rcptt_v0.7.2_FMTV2017_ChallengeModel.amxmi"
    expect_status 1
    expect_verdicts
    expect_json "all(t['worst_seconds'] <= t['analysis_seconds'] + 1e-12 for t in o['tasks'] if t['analysis_seconds'] and t['worst_seconds'])" "True"
    expect_json "all(abs(t['worst_seconds'] - t['analysis_seconds']) < 1e-12 for t in o['tasks'] if t['analysis_exact'])" "True"
    expect_json "sum(l['verdict'] == 'unknown' for l in o['limits'] if l['kind'] == 'limit') <= 1" "True"
}

# pair OPTIONS: Urgent, every 10 ms, takes 2 ms and has LIMIT us; Slow takes 3 ms, comes 7 to 12 ms after every 10 ms, and is not
# interrupted, or as PREEMPTION says; as pair.amxmi. The sooner Slow comes before Urgent, the longer that waits: nearly 5 ms.
pair() {
    small "$(ticks 2)"
    sed -e 's/name="T"/name="Urgent"/; s/T?type=Task/Urgent?type=Task/g; s/priority="1"/priority="2"/' \
        -e "s/limitValue value=\"5\" unit=\"ms\"/limitValue value=\"$LIMIT\" unit=\"us\"/" \
        -e "s#<labels name=\"L\"/>#<tasks name=\"Slow\" stimuli=\"J?type=PeriodicStimulus\" preemption=\"${PREEMPTION:-non_preemptive}\" multipleTaskActivationLimit=\"1\"><activityGraph>$(ticks 3)</activityGraph></tasks>#" \
        -e 's#</stimuliModel>#<stimuli xsi:type="am:PeriodicStimulus" name="J"><offset value="7" unit="ms"/><recurrence value="10" unit="ms"/><jitter xsi:type="am:TimeBoundaries"><lowerBound unit="ms"/><upperBound value="5" unit="ms"/></jitter></stimuli>&#' \
        -e "s#</mappingModel>#<taskAllocation task=\"Slow?type=Task\" scheduler=\"P?type=TaskScheduler\"><schedulingParameters priority=\"${PRIORITY:-1}\"/></taskAllocation>&#" \
        small.amxmi >pair.amxmi
}

@test "stimuli come at any moment: what happens between the units is found, and what cannot happen is proved" {
    LIMIT=4500 pair
    rtcheck timing --threads 1 pair.amxmi
    expect_status 1
    expect_output "  violated  D: ResponseTime of Urgent at most 4.5 ms; more than 4.5 ms, between multiples of the unit"
    expect_output "  Urgent    worst 4 ms to 5 ms"
    expect_output "  at every moment: unit 1 ms, 42 states, everything was covered"
    expect_output "  9.75 ms  Slow"
    LIMIT=5000 pair
    rtcheck timing --threads 1 --json pair.amxmi
    expect_status 0
    expect_valid stdout.txt
    expect_json "[(t['worst_seconds'], t['worst_bound_seconds'], t['exact']) for t in o['tasks'] if t['name'] == 'Urgent']" "[(0.004, 0.005, False)]"
    expect_json "[d['orders'] for d in o['parts'][0]['dense']]" "[True]"
    # Of equal priorities who comes first is first.
    LIMIT=4500 PRIORITY=2 PREEMPTION=preemptive pair
    rtcheck timing --threads 1 pair.amxmi
    expect_status 1
    # With different priorities, whole units are enough.
    LIMIT=2000 PREEMPTION=preemptive pair
    rtcheck timing --threads 1 pair.amxmi
    expect_status 0
    expect_no_output "at every moment"
}

@test "between the units: deadlines that are less than a unit apart" {
    # Slow may come just before Urgent; then its deadline is the earlier one, though in whole units they are the same.
    LIMIT=10000 PREEMPTION=preemptive pair
    rtcheck timing --threads 1 --json pair.amxmi --set scheduler.P.algorithm=EarliestDeadlineFirst
    expect_status 0
    expect_valid stdout.txt
    expect_json "[(t['worst_seconds'], t['worst_bound_seconds']) for t in o['tasks'] if t['name'] == 'Urgent']" "[(0.004, 0.005)]"
    expect_json "[(d['orders'], d['complete']) for d in o['parts'][0]['dense']]" "[(True, True)]"
    # Urgent, 3 ms with 4 ms to go, comes at 17 to 19 ms, Slow, 5 ms with 8 ms to go, at 13 to 15 ms. Both may be due at once in whole units, and Slow
    # then goes on; a moment before, it is interrupted.
    local window='<jitter xsi:type="am:TimeBoundaries"><lowerBound unit="ms"\/><upperBound value="2" unit="ms"\/><\/jitter>'
    LIMIT=4000 PREEMPTION=preemptive pair
    sed -i "s/name=\"S\"><recurrence value=\"10\" unit=\"ms\"\/>/name=\"S\"><offset value=\"1\" unit=\"ms\"\/><recurrence value=\"8\" unit=\"ms\"\/>$window/
        s/<offset value=\"7\" unit=\"ms\"\/><recurrence value=\"10\" unit=\"ms\"\/><jitter.*<\/jitter>/<offset value=\"1\" unit=\"ms\"\/><recurrence value=\"12\" unit=\"ms\"\/>$window/
        s/<\/constraintsModel>/<requirements xsi:type=\"am:ProcessRequirement\" name=\"DS\" process=\"Slow?type=Task\"><limit xsi:type=\"am:TimeRequirementLimit\" limitType=\"UpperLimit\" metric=\"ResponseTime\"><limitValue value=\"8\" unit=\"ms\"\/><\/limit><\/requirements>&/" pair.amxmi
    rtcheck timing --threads 1 --json pair.amxmi --set scheduler.P.algorithm=EarliestDeadlineFirst --set task.Urgent.time=3ms --set task.Slow.time=5ms
    expect_status 1
    expect_json "[(l['verdict'], l['found']) for l in o['limits'] if l['name'] == 'DS']" "[('violated', 'more than 8 ms, between multiples of the unit')]"
}

@test "between the units: distances and formulas" {
    LIMIT=5000 pair
    sed -i 's#</stimuliModel>#&<eventModel><events xsi:type="am:ProcessEvent" name="E1" eventType="activate" entity="Urgent?type=Task"/><events xsi:type="am:ProcessEvent" name="E2" eventType="terminate" entity="Urgent?type=Task"/></eventModel>#
        s#<constraintsModel>#&<eventChains name="C" stimulus="E1?type=ProcessEvent" response="E2?type=ProcessEvent"/><timingConstraints xsi:type="am:EventChainLatencyConstraint" name="L" type="Reaction" scope="C?type=EventChain"><maximum value="4500" unit="us"/></timingConstraints>#' pair.amxmi
    rtcheck timing --threads 1 --json pair.amxmi
    expect_status 1
    expect_json "[(l['verdict'], l['found']) for l in o['limits'] if l['name'] == 'L']" "[('violated', 'at moments that are no multiples of the unit')]"
    sed -i 's/value="4500" unit="us"/value="5" unit="ms"/' pair.amxmi
    rtcheck timing --threads 1 --json pair.amxmi
    expect_status 0
    expect_json "[(l['verdict'], l['found']) for l in o['limits'] if l['name'] == 'L']" "[('holds', '5 ms')]"
    # Slow is never ready without running when it comes alone; it is when it comes at once with Urgent, or after it.
    rtcheck timing --threads 1 --json pair.amxmi --ltl '[] !(ready(Slow) && running(Urgent))' --ltl '[] (ready(Urgent) -> running(Slow))'
    expect_json "[l['verdict'] for l in o['limits'] if l['kind'] == 'formula']" "['violated', 'holds']"
}

@test "an overloaded core: what waits longest if no activation is lost, and a bound from limits on instances" {
    # Busy takes 4 or 12 ms every 10 ms, or 10 ms: then there is no time for anybody else.
    LIMIT=90000 PREEMPTION=preemptive pair
    sed -i 's/name="Urgent"\(.*\)multipleTaskActivationLimit="3"/name="Urgent"\1multipleTaskActivationLimit="1"/
        s/process="Urgent?type=Task"/process="Slow?type=Task"/; s/<jitter.*<\/jitter>//' pair.amxmi
    rtcheck timing --threads 1 --times ends --json pair.amxmi --set task.Urgent.time=4ms..12ms
    expect_status 1
    expect_json "[l['verdict'] for l in o['limits'] if l['name'] == 'D']" "['violated']"
    rtcheck timing --threads 1 --times ends --json pair.amxmi --set task.Urgent.time=12ms
    expect_json "[(t['name'], round(t['analysis_seconds'] * 1e3) if t['analysis_seconds'] else None) for t in o['tasks']]" "[('Urgent', 12), ('Slow', None)]"
}

@test "a limit that does not say of what it is one, or that is no time" {
    change engine.amxmi '0,/<limit xsi:type="am:TimeRequirementLimit"/s//<limit/'
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error 'it does not say what it limits: xsi:type="am:TimeRequirementLimit" is a time'
    change engine.amxmi '0,/<limit xsi:type="am:TimeRequirementLimit"/s//<limit xsi:type="am:CountRequirementLimit"/'
    rtcheck timing broken.amxmi
    expect_status 3
    expect_output "limits of the class CountRequirementLimit are not checked"
}

@test "an order of runnables is a constraint that is not checked" {
    change engine.amxmi 's/<constraintsModel>/&<runnableSequencingConstraints name="order"\/>/'
    rtcheck timing broken.amxmi
    expect_output "  unknown   order"
}

@test "entries of a histogram that never occur" {
    shared histogram 0 "  A         worst 2 ms                    best 1 ms"
    sed 's/occurrences="[0-9]*"//' "$BATS_TEST_DIRNAME/../timing/models/histogram.amxmi" >broken.amxmi
    rtcheck timing broken.amxmi
    expect_output "  A         worst 9 ms                    best 1 ms"
    sed 's/occurrences="3"/occurrences="0"/' "$BATS_TEST_DIRNAME/../timing/models/histogram.amxmi" >broken.amxmi
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "no entry of this histogram ever occurs"
}

@test "what the model does not say is told" {
    change engine.amxmi '0,/limitType="UpperLimit"/s///'
    rtcheck timing broken.amxmi
    expect_output "has no limitType: UpperLimit is assumed"
    sed 's/ preemption="preemptive"//' "$MODELS/../../tests/timing/models/histogram.amxmi" >silent.amxmi
    rtcheck timing silent.amxmi
    expect_output "  preemption of A, B is not given: preemptive is assumed"
    rtcheck timing silent.amxmi --set task.A.preemption=preemptive --set task.B.preemption=preemptive
    expect_no_output "preemptive is assumed"
    sed 's/eventMask events="Done?type=OsEvent"/eventMask events="Done?type=OsEvent Other?type=OsEvent"/; s/<events name="Done"\/>/&<events name="Other"\/>/' \
        "$MODELS/two_cores.amxmi" >several.amxmi
    rtcheck timing several.amxmi
    expect_output "  a WaitEvent for 2 events (line 13) does not say which: one of them is enough"
    sed 's/<items xsi:type="am:WaitEvent"/& maskType="OR"/' several.amxmi >either.amxmi
    rtcheck timing either.amxmi
    expect_no_output "one of them is enough"
}

@test "what is broken in rounded durations is looked for without rounding: limits, constraints, formulas" {
    LIMIT=5000 PREEMPTION=preemptive pair # Slow comes at 7 ms, every 10 ms: 3 ms, or 4 in steps of 2
    sed -i 's/<jitter.*<\/jitter>//; s#</stimuliModel>#&<eventModel><events xsi:type="am:ProcessEvent" name="E1" eventType="activate" entity="Slow?type=Task"/><events xsi:type="am:ProcessEvent" name="E2" eventType="terminate" entity="Slow?type=Task"/></eventModel>#
        s#<constraintsModel>#&<eventChains name="C" stimulus="E1?type=ProcessEvent" response="E2?type=ProcessEvent"/><timingConstraints xsi:type="am:EventChainLatencyConstraint" name="L" type="Reaction" scope="C?type=EventChain"><maximum value="3500" unit="us"/></timingConstraints>#' pair.amxmi
    sed -i 's/<offset value="7" unit="ms"/<offset value="6" unit="ms"/' pair.amxmi
    rtcheck timing --threads 1 --json --step 2ms pair.amxmi --ltl '[] !running(Slow)' --ltl '[] !ready(Slow)'
    expect_status 1
    expect_json "[(l['verdict'], l['possible']) for l in o['limits'] if l['name'] == 'L']" "[('unknown', True)]"
    expect_json "[l['verdict'] for l in o['limits'] if l['kind'] == 'formula']" "['violated', 'unknown']"
    sed -i 's/value="3500"/value="2500"/' pair.amxmi
    rtcheck timing --threads 1 --json --step 2ms pair.amxmi
    expect_json "[(l['verdict'], l['found']) for l in o['limits'] if l['name'] == 'L']" "[('violated', 'nothing after 3 ms')]"
}

@test "what is written for Spin says what it does not assert, and no name ends its comments" {
    LIMIT=5000 PREEMPTION=preemptive pair
    sed -i 's/metric="ResponseTime"/metric="StartDelay"/; s/name="J"/name="J*\/x"/; s/"J?type/"J*%2Fx?type/' pair.amxmi
    rtcheck timing pair.amxmi --emit out.pml
    expect_status 0
    grep -q "Nothing is asserted for D (StartDelay)" out.pml
    grep -q "at multiples of the unit, and at no moments between" out.pml
    ! grep -q 'J\*/x' out.pml
}

# server ALGORITHM PARAMETERS: the small model's task below a server.
server() {
    sed "s#<taskSchedulers name=\"P\">.*</taskSchedulers>#<taskSchedulers name=\"Top\"><schedulingAlgorithm xsi:type=\"am:OSEK\"/></taskSchedulers><taskSchedulers name=\"P\"><schedulingAlgorithm xsi:type=\"am:$1\"/><parentAssociation parent=\"Top?type=TaskScheduler\"><schedulingParameters priority=\"2\">$2</schedulingParameters></parentAssociation></taskSchedulers>#
        s#schedulerAllocation scheduler=\"P#schedulerAllocation scheduler=\"Top#" small.amxmi >server.amxmi
}

@test "servers: a deferrable one keeps its budget, a polling one does not" {
    local full='<maxBudget value="2" unit="ms"/><replenishment value="5" unit="ms"/>'
    # 3 ms from 2 ms on: 2 to 4 and 5 to 6; or 5 to 7 and 10 to 11.
    small "$(ticks 3)" '<stimuli xsi:type="am:PeriodicStimulus" name="S"><offset value="2" unit="ms"/><recurrence value="20" unit="ms"/></stimuli>'
    server DeferrableServer "$full"
    rtcheck timing --json server.amxmi
    expect_status 0
    expect_valid stdout.txt
    worst 4000
    server PollingPeriodicServer "$full"
    rtcheck timing --json server.amxmi
    expect_status 1
    worst 9000
    # What comes when a period begins is served at once; a budget that ends then is full again.
    small "$(ticks 4)" '<stimuli xsi:type="am:PeriodicStimulus" name="S"><offset value="5" unit="ms"/><recurrence value="20" unit="ms"/></stimuli>'
    server PollingPeriodicServer '<maxBudget value="2" unit="ms"/><replenishment value="2" unit="ms"/>'
    rtcheck timing --json server.amxmi
    worst 5000
    server PollingPeriodicServer "$full"
    rtcheck timing --json server.amxmi
    worst 7000
    rtcheck timing --describe server.amxmi
    expect_status 0
    expect_output "P: PollingPeriodicServer"
    expect_no_output "maxBudget"
}

@test "servers: what takes no time is done when the budget ends" {
    local access='<items xsi:type="am:SemaphoreAccess" semaphore="M?type=Semaphore" waitingBehaviour="passive" access'
    small "$access=\"request\"/>$(ticks 2)$access=\"release\"/>" '<stimuli xsi:type="am:PeriodicStimulus" name="S"><recurrence value="20" unit="ms"/></stimuli>'
    server DeferrableServer '<maxBudget value="2" unit="ms"/><replenishment value="5" unit="ms"/>'
    sed -i 's#<osModel>#<osModel><semaphores name="M" initialValue="0" maxValue="1"/>#' server.amxmi
    rtcheck timing --json server.amxmi
    expect_status 0
    worst 2000
}

@test "servers: analysis bounds what comes at any moment" {
    # Nothing for 3 ms, then 2 ms of each 5: 3 ms are done after 3 + 5 + 1.
    small "$(ticks 3)" '<stimuli xsi:type="am:RelativePeriodicStimulus" name="S"><nextOccurrence xsi:type="am:TimeBoundaries"><lowerBound value="20" unit="ms"/><upperBound value="25" unit="ms"/></nextOccurrence></stimuli>'
    sed -i 's/limitValue value="5"/limitValue value="9"/' small.amxmi
    server DeferrableServer '<maxBudget value="2" unit="ms"/><replenishment value="5" unit="ms"/>'
    rtcheck timing --json server.amxmi
    expect_status 0
    expect_json "[(t['analysis_seconds'], t['analysis_exact']) for t in o['tasks']]" "[(0.009, False)]"
    # It may come just after the poll: nothing for 5 ms.
    server PollingPeriodicServer '<maxBudget value="2" unit="ms"/><replenishment value="5" unit="ms"/>'
    rtcheck timing --json server.amxmi
    expect_status 1
    worst 10000
    expect_json "[t['analysis_seconds'] for t in o['tasks']]" "[0.011]"
}

@test "servers: what they lack, and what is not known of them" {
    small "$(ticks 3)"
    server DeferrableServer '<maxBudget value="2" unit="ms"/>'
    rtcheck timing server.amxmi
    expect_status 2
    expect_error "server.amxmi:8:"
    expect_error "scheduler P: the replenishment of its server is not given"
    server DeferrableServer '<maxBudget value="0" unit="ms"/><replenishment value="5" unit="ms"/>'
    rtcheck timing server.amxmi
    expect_status 2
    expect_error "scheduler P: the maxBudget of its server is no time above 0"
    server DeferrableServer '<maxBudget value="6" unit="ms"/><replenishment value="5" unit="ms"/>'
    rtcheck timing server.amxmi
    expect_status 2
    expect_error "longer than its period"
    sed 's/am:OSEK/am:DeferrableServer/' small.amxmi >server.amxmi
    rtcheck timing server.amxmi
    expect_status 2
    expect_error "scheduler P is a server, which needs a scheduler above it"
    server DeferrableServer '<minBudget value="1" unit="ms"/><maxBudget value="2" unit="ms"/><replenishment value="5" unit="ms"/>'
    rtcheck timing server.amxmi
    expect_status 3
    expect_output "the parameter minBudget of P is not modelled"
    server DeferrableServer '<maxBudget value="2" unit="ms"/><replenishment value="5" unit="ms"/>'
    sed -i 's/preemption="preemptive"/preemption="non_preemptive"/' server.amxmi
    rtcheck timing server.amxmi
    expect_status 3
    expect_output "T may not be interrupted when the budget of its server ends, or may"
}

@test "servers, budgets and fair shares are refused by name, their parameters are told" {
    small "$(ticks 2)"
    for algorithm in FixedPriorityPreemptiveWithBudgetEnforcement SporadicServer ConstantBandwidthServer \
        ConstantBandwidthServerWithCASH PfairPD2 PartlyPfairPD2 EarlyReleaseFairPD2 PartlyEarlyReleaseFairPD2 LeastLocalRemainingExecutionTimeFirst; do
        sed "s/am:OSEK/am:$algorithm/" small.amxmi >server.amxmi
        rtcheck timing server.amxmi
        expect_status 2
        expect_error "server.amxmi:"
        expect_error "scheduler P: the algorithm $algorithm is not modelled"
    done
    sed 's#<schedulingParameters priority="1"/>#<schedulingParameters priority="1"><minBudget value="1" unit="ms"/></schedulingParameters>#' small.amxmi >budget.amxmi
    rtcheck timing budget.amxmi
    expect_status 3
    expect_output "minBudget"
}

@test "words that mean nothing are refused" {
    change two_cores.amxmi 's/<items xsi:type="am:WaitEvent"/& maskType="XOR"/'
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "maskType is AND or OR, not 'XOR'"
    change two_cores.amxmi 's/waitingBehaviour="passive"/waitingBehaviour="lazy"/'
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "waitingBehaviour is active or passive, not 'lazy'"
    change inversion.amxmi 's/<semaphores name="Bus"/& semaphoreType="Gate"/'
    rtcheck timing broken.amxmi
    expect_status 2
    expect_error "semaphoreType is CountingSemaphore, Resource, Spinlock or Mutex, not 'Gate'"
}

# All verdicts of the answer, with what was found; and the states, if the model is one part anyway.
verdicts() {
    python3 - "$output" <<'END'
import json, sys
o = json.loads(sys.argv[1])
print(o["verdict"], [(l["name"], l["verdict"], l["found"]) for l in o["limits"]])
print([(t["name"], t["worst_seconds"], t["best_seconds"]) for t in o["tasks"]])
if len(o["parts"]) == 1:
    print(o["parts"][0]["states"])
END
}

@test "a guide: its own answer, neutral, ends, names, nothing that occurs" {
    sensors=$MODELS/sensors.amxmi
    rtcheck timing "$sensors" --threads 1 --json
    expect_status 1
    whole=$(verdicts)
    echo '(Near_seen | Far_seen | Every_10ms)*' >neutral.xgdl
    rtcheck timing "$sensors" --guide neutral.xgdl --threads 1 --json
    expect_status 1
    [ "$(verdicts)" = "$whole" ]
    # by hand: the third job of both can meet the fourth of the task at 30 ms, and nothing does earlier
    while IFS='|' read -r status guide; do
        echo "$guide" | tr '/' '|' >some.xgdl
        rtcheck guide "$sensors" --guide some.xgdl --alphabet Near_seen,Far_seen --quiet
        expect_status "$status"
    done <<'END'
0|Near_seen* // Far_seen{0,2}
1|Near_seen* // Far_seen{0,3}
0|Near_seen{0,2} // Far_seen*
1|Near_seen{0,3} // Far_seen{0,3}
1|(Near_seen ; Far_seen)*
0|Far_seen ; Near_seen
END
    echo 'Every_10ms{0,3} || (Near_seen | Far_seen)*' >some.xgdl
    rtcheck guide "$sensors" --guide some.xgdl --quiet
    expect_status 0
    echo 'Every_10ms{0,4} || (Near_seen | Far_seen)*' >some.xgdl
    rtcheck guide "$sensors" --guide some.xgdl --json
    expect_status 1
    printf '%s' "$output" >answer.json
    expect_valid answer.json
    expect_json "[i['met'] for i in o['guide']['interactions']]" "[True, True, True]"
    echo 'Near_seen*' >some.xgdl # the task's own stimulus is not allowed: nothing ever happens
    rtcheck guide "$sensors" --guide some.xgdl
    expect_status 3
    expect_output "unknown: no stimulus of the guide ever occurred"
    expect_output "  forbidden     Every_10ms Far_seen"
    rtcheck guide "$sensors" --guide some.xgdl --allow-vacuous --quiet
    expect_status 0
    echo 'Near_sen*' >some.xgdl
    rtcheck guide "$sensors" --guide some.xgdl
    expect_status 2
    expect_error "some.xgdl:1:1: error: the model has no stimulus \`Near_sen\`; did you mean \`Near_seen\`?"
    rtcheck guide "$sensors"
    expect_status 2
    rtcheck timing "$sensors" --alphabet Near_seen
    expect_status 2
    rtcheck timing "$sensors" --guide neutral.xgdl --emit out.pml
    expect_status 2
}

@test "a guide: what has to come and is not allowed ends a run that waited for it, whatever was allowed before" {
    python3 - "$MODELS/sensors.amxmi" >late.amxmi <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read().replace("RelativePeriodicStimulus", "PeriodicStimulus")
def stimulus(name, offset, jitter):
    between = f'<jitter xsi:type="am:TimeBoundaries"><lowerBound value="0" unit="ms"/><upperBound value="{jitter}" unit="ms"/></jitter>'
    return (f'<stimuli xsi:type="am:PeriodicStimulus" name="{name}"><offset value="{offset}" unit="ms"/><recurrence value="1000" unit="ms"/>'
            + (between if jitter else "") + "</stimuli>")
made = stimulus("Every_10ms", 5, 0) + stimulus("Near_seen", 1, 9) + stimulus("Far_seen", 500, 0)
print(re.sub(r"<stimuliModel>.*</stimuliModel>", f"<stimuliModel>{made}</stimuliModel>", text, flags=re.S))
END
    echo 'Near_seen*' >some.xgdl # near comes between 1 and 10 ms, and the run ends at 5 ms
    rtcheck guide late.amxmi --guide some.xgdl --ltl '<> running(Near)' --quiet
    expect_status 1
    rtcheck guide late.amxmi --guide some.xgdl --ltl '[] (waiting(Near) -> <> running(Near))' --quiet
    expect_status 0
    echo 'Near_seen* || Every_10ms' >some.xgdl
    rtcheck guide late.amxmi --guide some.xgdl --ltl '<> running(Near)' --quiet
    expect_status 0
    sed 's/upperBound value="9"/upperBound value="3"/' late.amxmi >early.amxmi
    echo 'Near_seen*' >some.xgdl # now it is there before
    rtcheck guide early.amxmi --guide some.xgdl --ltl '<> running(Near)' --quiet
    expect_status 0
}

@test "a guide over a timing model is not taken apart" {
    for option in "--bound 3" "--bound=auto" --components --split "--parts 3" "--part-time 1s" "--results r.db" "--guide-states 9"; do
        rtcheck guide "$MODELS/sensors.amxmi" --guide some.xgdl $option
        expect_status 2
        expect_error "rtcheck guide: ${option%%[ =]*} is for Promela models"
    done
}

@test "the neutral guide changes nothing" {
    for model in engine inversion modes two_cores; do
        python3 - "$MODELS/$model.amxmi" >neutral.xgdl <<'END'
import re, sys
text = open(sys.argv[1], encoding="utf-8").read()
print("(" + " | ".join(re.findall(r'stimuli xsi:type="am:(?!InterProcess|Event)\w+" name="(\w+)"', text)) + ")*")
END
        rtcheck timing "$MODELS/$model.amxmi" --threads 1 --json
        plain=$(verdicts)
        rtcheck timing "$MODELS/$model.amxmi" --guide neutral.xgdl --threads 1 --json
        guided=$(verdicts)
        [ "$plain" = "$guided" ]
    done
}
