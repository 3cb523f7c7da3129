### The words of the page in English.
### Values in braces come from the engine. Names of the API (backoffLimit, syncJob, Pod states) are not translated.

## Header

scenario = Scenario
scenario-own = Your own manifest
scenario-pi = A Job that computes pi
    .title = pi
    .what = one pod, restartPolicy Never
scenario-slow-start = Fifteen pods at once
scenario-quota = Slow start meets a quota
scenario-work-queue = Pods that share a queue of work
    .title = Work queue
    .what = parallelism 3, no completions
scenario-failing = A pod that keeps failing
scenario-indexed = Indexed: each completion has a number
    .title = Indexed
    .what = completions 5, one index each
scenario-failure-policy = A failure policy that fails the Job at once
    .title = Failure policy
    .what = exit code 42 fails the Job at once
scenario-suspended = A suspended Job
    .title = Suspended
    .what = waits until you resume it
kubernetes = Kubernetes
spec-drawer = Spec
theme = Theme: { $name }
theme-system = same as system
theme-light = light
theme-dark = dark
language = Language: { $name }
preferences = Theme and language
theme-of-page = Theme
language-of-page = Language
help = Help and keys
gates = Feature gates that differ from the release’s defaults
gate-on = { $gate } on
gate-off = { $gate } off

deferred-loading = Loading…
deferred-failed = This part of the page could not be loaded.
deferred-again = Try again

share = Share
share-title = Share this session
share-link = Link
share-copying = Creating the link…
share-copied = Link copied.
share-by-hand = The browser does not let the page copy. The link is selected: copy it by hand.
share-what = Anyone who opens it sees what you see: release, gates, manifest, every step, and where you are. Everything is in the link itself ({ $n } characters); nothing reaches a server.
share-long = Some programs cut off links this long.
share-too-many-steps = This session has too many steps for a link. Undo some, or start again.
share-too-much-text = The manifest is too long for a link. Shorten the manifest.
share-too-much = This session is too large for a link or a file. Record a shorter history, or fewer objects.
embed-step = Step
embed-open = Open in jobscope
embed-awaited = Loading the scenario…
embed-none = No scenario was given. See jobscope’s documentation on embedding.
and-more = and { $n } more
pods-none-yet = No pods yet
version-status = Version of the page
version-newer = A new version of jobscope is available. Your session is kept.
version-load = Load it
copy-as = Copy as
copy-as-link = Markdown link
copy-as-frame = iframe (HTML)
copy-as-element = Element (HTML)
copy-as-rust = Rust test
copy-as-javascript = JavaScript test
copy-as-transcript = Transcript
copy-as-markdown = Transcript (Markdown)
copy-as-picture = Timeline (SVG)
copy-as-done = Copied: { $what }.
copy-as-by-hand = The browser does not let the page copy. The text is selected: copy it by hand.
copy-as-text = Text to copy
copy-as-writing = The transcript is being written: step { $n } of { $of }.
copy-as-progress = Progress of the transcript
copy-as-written = The transcript is complete.
copy-as-copy = Copy the transcript
copy-as-save = Save the transcript
copy-title = The Job { $job } in Kubernetes { $release }
copy-title-none = A session of Kubernetes { $release }
transcript-step = Step { $n } · { $at }
transcript-question = Question
transcript-operands = Operands
transcript-answer = Answer
file-save = Save as a file
file-open = Open a file…
file-what = A short text file that you can read and edit. Open it here, or drop or paste it anywhere on the page. A Job’s manifest works, too.
file-broken = The file cannot be opened
file-broken-unchanged = Your own manifest and rules are as you left them. Correct the file, and open it again.
file-wrong = Line { $line }, column { $column } is wrong:
file-not-given = The browser does not let the page read it.
file-not-unpacked = Its name ends in .gz, but it cannot be unpacked. Unpack it with gunzip and open the result.
pasted-broken = What you pasted cannot be opened
pasted-broken-unchanged = Your own manifest and rules are as you left them. Copy all of it again, and paste it here.
cluster-broken = What kubectl printed cannot be opened
cluster-broken-unchanged = Your own manifest and rules are as you left them. Copy all of it again, and paste it here.
cluster-impossible = This release cannot have created these objects. Choose the release of your cluster.
cluster-unfit = { $release } cannot have stored this: { $path } came with { $since }.
cluster-earlier = { $path } shows that { $until } or an earlier release wrote these objects.
cluster-earlier-missing = { $path } is missing, so { $until } or an earlier release wrote these objects.
cluster-open-under = Open it in { $release }
open-empty = There is nothing in it. Paste a manifest, or what this command prints:
open-too-long = It has { $bytes } bytes; jobscope reads at most { $most }. Print only the Jobs in question, by name.
open-unknown = This is not a session, a manifest or an object of a cluster. Paste a manifest, or what this command prints:
open-table = This is a table, which leaves out most of each object. Paste what this command prints:
open-events = These are Events. They say what happened to objects, not what the objects are. Paste what this command prints:
open-description = This is a description for people, without UIDs and owner references. Paste what this command prints:
open-command = This is a command, not its output. Run this one, and paste what it prints:
open-nothing = kubectl found nothing to print. Name the namespace of the Job with -n in this command:
open-no-job = There is no Job in it. Print the Job together with its pods:
open-pods-alone = The pod { $pod } is here without its Job. Print Jobs and pods together:
open-other-owner = The pod { $pod } belongs to { $kind } { $owner }, not to a Job. Print a Job with its pods:
open-without-pods = { $n ->
    [one] The Job { $job } has one active pod, which is not here. Print Jobs and pods together:
   *[other] The Job { $job } has { $n } active pods, and none of them is here. Print Jobs and pods together:
}
open-no-uid = The object at line { $line }, column { $column } has no UID, so it is unknown which pods belong to which Job. Print the objects as the cluster has them:
open-no-name = The object at line { $line }, column { $column } has no name. Print the objects as the cluster has them:
open-same-uid = The object at line { $line }, column { $column } has the same UID as another one. Print each object once:
open-same-name = The object at line { $line }, column { $column } has the same name as another one. Print the objects of one namespace (-n):
open-too-many-jobs = There are more than { $most } Jobs. Print only the Jobs in question, by name.
misplaced-cluster = These objects come from a cluster: they have UIDs and a status, which only a server sets.
misplaced-cluster-open = Open them as the cluster’s state
misplaced-manifest = Keep only the manifest
misplaced-around = The manifest stands within other text.
misplaced-session = This is a session, not a manifest.
misplaced-session-open = Open the session
misplaced-history = This is a recorded history of a cluster, not a manifest.
misplaced-history-open = Explain the history
cluster-title = A Job from your cluster
cluster-ask = Is one of your Jobs stuck?
cluster-answer = Paste what kubectl prints about it and its pods, and see at which question the controller stops, with your own numbers. None of it leaves this page.
cluster-button = Paste your Job…
cluster-button-history = Explain what happened…
cluster-what = Print the Job with its pods, in its namespace (-n), and paste all of it below. Of the pods, only what the controller reads and why they do not start is kept; the Job is kept whole, with its template.
cluster-missing = If pods are missing, quotas and Events may say why:
cluster-text = What kubectl printed, as YAML or JSON
cluster-open = Open it
cluster-way = What to open
cluster-now = Current state
cluster-happened = What happened
cluster-record = Record the Job, its pods and the Events in three terminals, in their namespace, while it happens. Begin before the Job is created; a recording that begins later works, too. Stop each command with Ctrl+C.
cluster-audit = The API server’s audit log adds exact times and refused requests. --audit-log-path names its file, often below /var/log/kubernetes on the control-plane node. The audit policy must have level: RequestResponse for jobs, jobs/status, pods and pods/status.
cluster-files = Open the files together, or drop all of them anywhere on the page. They stay in your browser.
cluster-open-files = Open the files…
cluster-or-paste = Or paste what the commands printed
cluster-any-release = All releases
cluster-explain = Explain it
cluster-left-out = Not simulated, and left out: { $kinds }.
cluster-begins-now = The session begins now, at { $time }.
cluster-begins-latest = The session begins at { $time }, the latest time at which something in the text happened.
cluster-begin-now = Begin now
cluster-begin-latest = Begin at { $time }
cluster-if-still = If your cluster still has this:
# What a running controller would have done before the present.
overdue-creates = The next sync of { $job } is overdue: a running controller of { $release } would have made it { $time } ago. Either its creates are refused (then kubectl describe job shows FailedCreate), or it still expects pods of an earlier Job of this name (after five minutes, any change of the Job ends that), or kube-controller-manager does not run.
overdue-writes = The next sync of { $job } is overdue: a running controller of { $release } would have made it { $time } ago. Either its writes are refused, by a webhook or a policy for Jobs or pods (no Event shows that; the log of kube-controller-manager does), or kube-controller-manager does not run.
cluster-known = Choose the release of your cluster. The controller’s memory is not stored in any object, so it starts here as after a restart. The clock starts now, or at the latest time in the text if that is more than a day ago; you can change that once it is open. Pods stay as they are until you say what happens to them; only failed image pulls are retried. Of Events only the reasons why pods are refused are read.
history-too-long = The files have { $bytes } bytes together; jobscope reads at most { $most }. Record only the namespace in question.
history-too-many = There are more than { $most } versions of objects. Record only the namespace in question, or a shorter time.
history-no-job = { $n ->
    [0] There is no Job in it. Record the Jobs, too:
    [one] There is no Job in it, and one piece could not be read. Record the Jobs, too:
   *[other] There is no Job in it, and { $n } pieces could not be read. Record the Jobs, too:
}
history-in-files = This session file names other files as its history. Open them together with it: { $files }
history-not-explained = This session names a recorded history. Open it on the page.
source-too-many = The address names more than { $most } files.
history-no-such-job = There is no Job { $job } in it.
history-audit-level = The level of the audit log is { $level }, which leaves out the objects. Set level: RequestResponse in the audit policy for jobs, jobs/status, pods and pods/status.
history-two-clusters = The resourceVersion { $version } belongs to { $one } and to { $other }: these are recordings of two clusters. Open those of one cluster.
history-coming = A recorded history is being explained. The current session stays until it is ready.
history-progress = Progress of explaining the history
history-reading = reading
history-trying = { $release }, { $tried } of { $of } releases
history-explaining = with { $release }
history-open-now = Open it with { $release } now
history = Recorded history
history-observed = Observed
    .title = The cluster stored this
history-inferred = Inferred
    .title = This must have happened between what the cluster stored
history-version = resourceVersion { $version } · { $writer }
history-sync = { $n ->
    [one] one version was stored during this sync
   *[other] { $n } versions were stored during this sync
}
history-idle = this sync wrote nothing
history-several = one of several: another order of deliveries explains the same writes
history-between = between two versions
history-objects = { $n ->
    [one] The object
   *[other] { $n } objects
}
history-object = The object as YAML
history-raw = As kubectl or the audit log printed it.
history-kept = As the session has it: of pods, only what the controller reads. Open the recorded files to see the whole object.
history-all = { $writes ->
    [0] no writes of the Job controller
    [one] the one write is explained
   *[other] all { $writes } writes explained
}
history-some = { $explained } of { $writes } writes explained
history-report = Report
history-title = What happened, and what explains it
history-explains-all = { $writes ->
    [0] The Job controller wrote nothing in this history.
    [one] { $release } explains the one write of the Job controller.
   *[other] { $release } explains all { $writes } writes of the Job controller, with { $syncs ->
        [one] one sync
       *[other] { $syncs } syncs
    }.
}
history-explains-some = { $release } explains { $explained } of { $writes } writes of the Job controller, with { $syncs ->
    [one] one sync
   *[other] { $syncs } syncs
}.
history-by = Who wrote
history-writer = Writer
history-writes = Versions
history-lost = { $n ->
    [one] One write that no sync explains
   *[other] { $n } writes that no sync explains
}
history-more = and { $n } more, which the timeline marks
history-write = { $change ->
    [created] Creation
    [deleted] Deletion
   *[changed] Change
} of { $kind ->
    [job] Job
   *[pod] pod
} { $name } (resourceVersion { $version })
history-lacks-sync = No sync of this release writes it.
history-lacks-memory = The recording begins later or lacks versions, so what the controller had in memory is unknown.
history-lacks-writer = It is unknown who wrote it.
history-nearest = { $release } would have written { $field }: { $would }. The cluster stored { $was }.
history-nearest-write = { $release } would have written { $would }. The cluster stored { $was }.
history-go = Go to step { $step }
history-step = step { $step }
history-several-title = { $n ->
    [one] One sync has alternatives
   *[other] { $n } syncs have alternatives
}
history-several-what = The recording does not show whether these syncs saw the last watch event: they write the same either way.
history-releases = Which releases explain it
history-whole = { $n ->
    [one] { $releases } explains
   *[other] { $releases } explain
} all { $writes } writes.
history-whole-none = No release explains all writes.
history-to = { " " }to{ " " }
history-first = { $explained } of { $writes } writes explained. The first that it does not explain: { $write }.
history-untried = not tried
history-shown = shown
history-show = Show
history-explain-with = Show { $release }
history-try-all = Try all releases
history-input = What was read
history-of = Job { $job }, with { $events ->
    [0] no Events
    [one] one Event
   *[other] { $events } Events
}
history-late = The recording begins in the middle of the Job’s life: what the controller had in memory by then is unknown.
history-partial = One kind of object appears only in the audit log, so changes that others made may be missing.
history-unread = { $n ->
    [one] One piece could not be read, such as a broken line.
   *[other] { $n } pieces could not be read, such as broken lines.
}
history-left-out = { $n ->
    [one] One version belongs to other Jobs or pods and is left out.
   *[other] { $n } versions belong to other Jobs or pods and are left out.
}
history-passed-over = { $n ->
    [one] One object of another kind is left out.
   *[other] { $n } objects of other kinds are left out.
}
history-repeated = { $n ->
    [one] One version was there twice.
   *[other] { $n } versions were there more than once.
}
history-beyond = { $n ->
    [one] One version is later than the end of a truncated file, and is left out.
   *[other] { $n } versions are later than the end of a truncated file, and are left out.
}
history-missing = { $n ->
    [one] At least one version is missing from the recording, so each inferred sync is one of several possibilities.
   *[other] At least { $n } versions are missing from the recording, so each inferred sync is one of several possibilities.
}
history-jobs = One of { $n } Jobs
history-job = { $n ->
    [one] { $job } · 1 version
   *[other] { $job } · { $n } versions
}
history-not-here = Which releases explain it, and the whole objects, are known only where the recorded files were opened.
writer-job = the Job controller
writer-gc = the garbage collector
writer-ttl = the TTL-after-finished controller
writer-pod-gc = pod garbage collection
writer-kubelet = the kubelet
writer-scheduler = the scheduler
writer-person = a user
writer-other = another controller
writer-unknown = an unknown writer
lane-by-job = unexplained
lane-by-gc = GC
lane-by-ttl = TTL
lane-by-pod-gc = pod GC
lane-by-kubelet = kubelet
lane-by-scheduler = scheduler
lane-by-person = user
lane-by-other = other
lane-by-unknown = unknown
mark-unexplained = not explained
mark-unexplained-field = not explained: { $field }
mark-unknown-memory = memory unknown
mark-unknown-writer = writer unknown
this-release = this release
source-broken = The file from { $host } cannot be opened
source-broken-unchanged = Your own manifest and rules are as you left them.
source-not-fetched = It could not be fetched: the host does not answer, redirects to another address, or does not let pages of other hosts read it (CORS). Download it, and open the file here.
source-no-address = The src= value is not a web URL.
source-status = The host answers with status { $status }.
source-no-text = It is not text. Open YAML or JSON: a session, a manifest, or what kubectl prints.
source-fetching = Fetching the session from { $host }…
source-ask = Open a session from { $host }?
source-what = The address of this page names a session that is stored elsewhere. If you open it, your browser asks { $host } for it, and that host learns your network address. Nothing of your own is sent.
source-agree = Open it
source-refuse = Do not open it
coming = Opening a long session. The current session stays until it is ready.
coming-progress = Progress of opening the session
coming-steps = { $done } of { $all } steps
coming-stop = Cancel
arrived-link = The session from the link is open.
arrived-file = The session from the file is open.
arrived-pasted = The session that you pasted is open.
arrived-host = The session from { $host } is open.
arrived-cluster = This is your cluster’s current state. Its controller starts fresh here: press Over, and it syncs the Job.
arrived-history-gaps = The recorded history is open, but { $n ->
    [one] at least { $n } version of its Job or pods is missing
   *[other] at least { $n } versions of its Job and pods are missing
}. Start recording both before you create the Job.
arrived-history = The recorded history is open. Step through it: each step is observed in your cluster, or inferred.
arrived-manifest = The manifest is in the editor. Apply sends it to the API server.
arrived-manifest-wrong = The manifest is in the editor. Fix the problems below it before you apply it.
arrived-undo = Undo
restarted = { $n ->
    [one] The session restarted under { $release }. Undo restores its step.
   *[other] The session restarted under { $release }. Undo restores its { $n } steps.
}
live-waiting = Connecting to jobscope in the terminal.
live-following = Live: the page follows the Job in the cluster.
live-staying = Live: new steps are added at the end. The page stays at this step.
live-edited = You changed the session, so new versions from the cluster are not shown.
live-ended = The recording has ended, and all of it is shown.
live-lost = jobscope in the terminal does not answer. The page keeps trying.
live-wrong = The recording cannot be explained: { $why }
live-to-end = Go to the end
live-again = Follow the cluster again
link-broken = The link cannot be opened
link-broken-unchanged = Your own manifest and rules are as you left them. Ask for the link again, and copy all of it.
link-unknown-version = This version of jobscope does not know its format; it may come from a newer one.
link-damaged = It is damaged: part of it is missing or was changed.
link-too-long = It is larger than a session may be.
link-no-session = It is complete, but it does not hold a session.
link-refused = Its step { $step } is refused:
link-too-many-branches = It has too many branches.
link-no-branch = It shows branch { $branch }, which does not exist.
link-no-fork = It branches off after step { $step } of branch { $branch }, but that step does not exist.
link-in-branch = In branch { $branch }: { $error }
link-nothing-to-do = It expects a step { $step }, but nothing more happens on its own there.
close = Close

## Help

help-title = How to read this page
help-what = jobscope runs the Job controller of a Kubernetes release in this page and stops wherever you like. Nothing leaves your browser.
help-spec = Under Spec, edit a Job and press Apply. Rules say what its pods do; faults make the API server refuse requests.
help-step = Step over runs the next thing that happens in the cluster. Step into stops at every question that the controller asks and at every call that it makes. Step back undoes either.
help-why = Why says what happened in one sentence. Below it are the controller’s questions, in the order of the release’s source, with the numbers that decided them.
help-pods = Click a pod, or press Enter on it, to choose what happens to it next. Shift, Ctrl and Space choose several. On a pod, a padlock is the finalizer, Σ means that the Job’s status lists its end, and Σ with a tick that it is counted.
help-stale = What the controller cannot see yet is amber and hatched: watch events wait until they are delivered.
help-time = On the Timeline, each notch of the ruler ends a step. Half of the width is shared equally among the steps; the other half follows the time that passes, with more room where much time passes or steps are dense.
help-docs = Documentation: session files, terminal, embedding, lessons, recorded histories, hosting
help-shapes = What the shapes mean
help-keys = Keys
key-step-over = Step over: the next action
key-step-into = Step into: the next question or call
key-step-out = Step out: the end of the sync
key-step-back = Step back
key-play = Play or pause
key-start = To the start
key-end = To the newest step
key-run-on = Run to the next breakpoint
key-run-back = Run back to the last breakpoint
key-undo = Undo the last edit
key-redo = Redo
key-apply = Apply the manifest
key-help = This help
key-palette = Find a command
key-next-slide = Step over, from a remote control
key-last-slide = Step back, from a remote control
key-blank = Black screen, or back (also .)

## Regions

regions = Regions
tab-why = Why
tab-plane = Plane
tab-pods = Pods
tab-output = kubectl
tab-time = Time
tab-spec = Spec
step-log = Step log

## Lists

list-comma = ,{ " " }
list-names = ,{ " " }

## Spec

spec = Spec
manifest = Manifest
apply = Apply
plan-broken = { $n ->
    [one] fix one problem first
   *[other] fix { $n } problems first
}
plan-nothing = nothing would change
plan-last-applied = adds kubectl’s last-applied annotation
plan-last-applied-again = rewrites kubectl’s last-applied annotation
plan-create = creates the Job { $name }
plan-several = { $changed ->
    [0] creates { $created } objects
   *[other] creates { $created ->
        [one] one object
       *[other] { $created } objects
    } and changes { $changed }
}
cron-job-gives = The CronJob { $name } becomes the Job that kubectl create job --from=cronjob/{ $name } would create.
not-simulated = Not simulated here: { $kinds }
plan-more = { $n ->
    [one] and one more field
   *[other] and { $n } more fields
}
replaced = Your own manifest was replaced.
bring-back = Bring it back
dismiss = Dismiss
problems = { $n ->
    [one] One problem
   *[other] { $n } problems
}
problems-elsewhere = { $n ->
    [one] One more problem, outside of the form
   *[other] { $n } more problems, outside of the form
}
problem-where = line { $line }, column { $column }
with-hint = ; { $hint }
delete-job = Delete the Job { $name }
delete-background = Delete it now, its pods later (Background)
delete-foreground = Delete its pods first (Foreground)
delete-orphan = Delete it and keep its pods (Orphan)
refused-by-server = The API server refused this ({ $code })
refused = That is not possible now
refused-unchanged = Nothing has changed.
refusal-queue-empty = the work queue has no ready key
refusal-no-free-worker = all { $workers } workers have a key
refusal-no-such-sync = no worker has { $key }
refusal-nothing-to-deliver = no watch event waits to be delivered
refusal-already-held = the watch of { $resource } is already held back
refusal-not-held = the watch of { $resource } is not held back
refusal-fewer-writes = this sync writes { $writes } times; name one of these to crash after
refusal-no-such-pod = there is no such pod
refusal-pod-not-ready = pod { $pod } cannot do that now: { $why }
refusal-bad-time = time only goes forward, by at most { $ms } ms at a time
refusal-nothing-to-collect = the garbage collector has nothing to do
refusal-already-deleting = the Job is already being deleted
refusal-too-many-controllers = --controllers has more than { $max } entries
refusal-bad-interval = the start interval must be from 0 to { $ms } ms
refusal-manager-runs = the controller manager has already started
refusal-manager-asleep = the controller manager sleeps until { $until }
refusal-controller-not-running = the workers of that controller do not run
refusal-not-watching = no watch of { $resource } is open
refusal-no-bookmarks = the reflector of this release does not ask for bookmarks
refusal-events-before-bookmark = the events that wait come before a bookmark
refusal-not-due = that is not due before { $at }
refusal-too-many-faults = at most { $most } faults can be armed
refusal-no-such-fault = no fault { $fault } is armed
refusal-too-many-rules = at most { $most } rules can be set
refusal-too-many-branches = a session has at most { $most } branches: remove one first
obstacle-not-deleting = it is not being deleted
obstacle-not-pending = it is not Pending
obstacle-has-node = it has a node
obstacle-no-running-container = it has no running container of that name

text-problem-quoted = { $message }
text-problem-too-long = the text has { $bytes } bytes, more than the { $most } that are read
text-problem-empty = there is nothing here
text-problem-second-document = there is a second document here, but only one can be read at a time
text-problem-syntax = this is not YAML: { $info }
text-problem-too-deep = this is nested too deeply: more than { $most } levels
text-problem-too-large = this is too large: with its aliases expanded it has more than { $values } values or { $bytes } bytes of text
text-problem-alias-within = this alias is part of the value that it refers to
text-problem-not-a-key = this cannot be a key
text-problem-binary = binary data cannot be read
text-problem-not-finite = { $number } is not possible here: write a number, or leave the field out
text-problem-not-text = this is not text
text-problem-not-a-session = this is not a session file: it has no line jobscope: 6
text-problem-not-an-object = this is not an object
text-problem-other-kind = this is a { $object }, and only a Job can be read
text-problem-list-of-jobs = this is a list, and only a single Job can be read
text-problem-no-job = there is no Job here, only what is not simulated: { $kinds }
text-problem-several-jobs = there are { $jobs } Jobs in this text, and only one can be read here
text-problem-too-many-jobs = there are more than { $most } Jobs
text-problem-same-name = another Job of this text has the name "{ $name }"

text-hint-did-you-mean = did you mean { $word }?
text-hint-not-yet = { $release } does not know it yet; it came with v1.{ $minor }
text-hint-no-longer = { $release } no longer knows it
text-hint-belongs-to-top = { $field } belongs at the top level of the manifest: check the indentation
text-hint-belongs-into = { $field } belongs in { $place }: check the indentation
text-hint-belongs-into-container = { $field } belongs in a container, an item of spec.template.spec.containers: check the indentation
text-hint-quote-truth = put it in quotes if you mean the text "{ $value }"
text-hint-quote-number = put it in quotes: "{ $number }"
text-hint-unquote = remove the quotes: a number goes here
text-hint-whole-number = a whole number goes here
text-hint-int32 = a whole number between -2147483648 and 2147483647 goes here
text-hint-int64 = a whole number between -9223372036854775808 and 9223372036854775807 goes here
text-hint-true-or-false = true or false goes here
text-hint-items = a list goes here: start each of its items with a dash
text-hint-list = a list goes here, such as ["a", "b"]
text-hint-object = an object goes here, not a list: remove the dash
text-hint-amount = amounts look like 500m, 2, 128Mi or 1G
text-hint-time = a time looks like 2026-01-31T12:00:00Z
text-hint-empty-item = remove this empty item or fill it in
text-hint-empty-text = write "" for an empty text
text-hint-add-restart-policy = pods restart Always by default, but the pods of a Job have to end: add restartPolicy: Never (or OnFailure) here
text-hint-restart-policy = the pods of a Job have to end: use OnFailure or Never
text-hint-generated-selector = the server generates the selector and the labels controller-uid and job-name: remove spec.selector and these labels (or set manualSelector: true)
text-hint-manual-selector = with manualSelector: true you have to write the selector yourself
text-hint-labels-of-template = a Job without labels of its own has those of its template
text-hint-shorten-name = shorten metadata.name: the server puts it in a label of the pods, and a label has at most 63 characters
text-hint-write-value = write a value: no shell replaces the variable here
text-hint-add-name = add metadata.name
text-hint-add-container = a pod needs at least one container with a name and an image
text-hint-remove-version = remove this line: the server gives a version to what it stores
text-hint-manifest-keys = a manifest has the keys apiVersion, kind, metadata and spec
text-hint-add-kind = add kind: Job
text-hint-add-api-version = add apiVersion: batch/v1
text-hint-add-api-version-of-kind = add the apiVersion of this kind
text-hint-write-api-version = write apiVersion: batch/v1
text-hint-only-jobs = only Jobs can be read: kind: Job
text-hint-paste-job-of-pod = paste the Job that made it, or a new one with the pod's spec as its spec.template.spec
text-hint-paste-item = paste one item of it, the Job, starting with its apiVersion
text-hint-same-template = only Jobs are shown here; a new one can have the same template
text-hint-leave-one = keep only one of them
text-hint-apply-fewer = apply fewer at a time
text-hint-name-each = give each Job a name of its own
text-hint-helm-template = this is a template: paste the output of `helm template`
text-hint-paste-quoted = paste only the manifest, without what stands around it
text-hint-serves-cron-jobs = { $release } serves CronJobs as { $version }
text-hint-shorten-cron-job-name = shorten metadata.name: each Job gets it with 11 more characters
text-hint-spec-of-job-template = the Job's spec belongs in spec.jobTemplate.spec
text-hint-quota-pods = write how many pods there may be, such as pods: "4"
text-hint-paste-manifest = paste the manifest of a Job
text-hint-begin-session = a session file starts with the line jobscope: 6
text-hint-paste-objects = paste what kubectl get job,pods -o yaml prints
text-hint-write-line = write a line such as title: Slow start
text-hint-remove-document = remove this document or the one above
text-hint-indent-with-spaces = indent with spaces
text-hint-second-colon = check the indentation; a text that has a colon followed by a space has to be in quotes
text-hint-missing-colon = a line here or above has a key without a colon, or its indentation is wrong
text-hint-indentation = check the indentation: it matches nothing above
text-hint-quote-text = put the text in quotes
text-hint-unclosed = a quote or bracket opened here is never closed
text-hint-remove-key = each key may occur once: remove one of the two
text-hint-quote-key = a key has to be a text: put it in quotes

spec-view = How to show the manifest
spec-as-form = Form
spec-as-text = YAML
spec-form = Manifest as a form
form-job-in = Job in { $namespace }
form-limits = Deadline and limits
form-absent = { $n ->
    [one] { $n } field that { $release } does not offer
   *[other] { $n } fields that { $release } does not offer
}
form-gate = needs the feature gate { $gate }, which is off
form-broken = Fix the YAML at line { $line } first
form-fix = Go to line { $line }
form-one-job = The form is for one Job, and this text has something else. It is shown as YAML.
form-unusual = Line { $line } uses YAML that the form cannot keep, such as an anchor. Change it in the YAML.
form-no-place = The YAML has something else here. Change it there.
field-slider = { $name }, slider
field-elsewhere = In the Job it is { $value }; the manifest does not set it.
field-default = { $value } (default)
field-unset = not set
field-removed = removed
wrong-whole-number = Enter a whole number; nothing has changed yet.
wrong-codes = Exit codes are numbers with commas between them, such as 1, 42.
help-parallelism = How many pods run at the same time, at most (spec.parallelism).
help-completions = How many pods have to succeed: 1 if parallelism is not set either; with parallelism alone one success is enough, and no new pods start after it (spec.completions).
help-backoff-limit = { $release ->
    [11] How often the Job may be requeued after failures before it fails; several failures in one sync count once. With restartPolicy OnFailure, restarts of containers count (spec.backoffLimit).
    [22] How many failures of pods there may be before the Job fails. With restartPolicy OnFailure, restarts of containers count, too (spec.backoffLimit).
   *[other] How many failures of pods there may be before the Job fails; with restartPolicy OnFailure, restarts of containers count, too. With backoffLimitPerIndex any number, unless you set it (spec.backoffLimit).
}
help-completion-mode = Indexed gives each pod a number, its completion index, and each index has to succeed once (spec.completionMode).
help-restart-policy = Never: a pod that fails is replaced by a new one. OnFailure: the kubelet restarts its container in place (restartPolicy).
help-suspend = A suspended Job has no pods: those that run are deleted, and none are created until it resumes (spec.suspend).
help-active-deadline = The Job fails with DeadlineExceeded after it has been active for this number of seconds (spec.activeDeadlineSeconds).
help-ttl = The Job is deleted with its pods this number of seconds after it finished (spec.ttlSecondsAfterFinished).
help-backoff-limit-per-index = How many failures each index may have before that index fails; needs completionMode Indexed (spec.backoffLimitPerIndex).
help-max-failed-indexes = How many indexes may fail before the whole Job does; needs backoffLimitPerIndex (spec.maxFailedIndexes).
help-pod-replacement-policy = Whether a pod is replaced as soon as it is being deleted (TerminatingOrFailed), or only when its phase is Failed; with a podFailurePolicy it is always Failed (spec.podReplacementPolicy).
help-managed-by = Names the controller of the Job; with any name but the default, this controller ignores the Job (spec.managedBy).
help-pod-failure-policy = Decides what a pod’s failure means. Rules are tried in order and the first that matches counts; if none does, the failure counts towards backoffLimit.
help-success-policy = An Indexed Job succeeds as soon as one of these rules is met, and its other pods are stopped.
lock-fixed = This field cannot be changed once the Job exists.
lock-with-parallelism = Once the Job exists, this changes only together with parallelism, both to the same number.
help-succeeded-indexes = The indexes that have to succeed, such as 0,2-4; empty means all (succeededIndexes).
help-succeeded-count = How many of them have to succeed; empty means all of those named (succeededCount).
policy-rule = Rule { $n }
policy-add = Add a rule to { $policy }
policy-raise = Move policy rule { $n } up
policy-lower = Move policy rule { $n } down
policy-remove = Remove policy rule { $n }
policy-action = then
policy-when = If a pod fails with
policy-exit-codes = exit code
policy-condition = pod condition
policy-operator = and the code is
policy-in = one of (In)
policy-not-in = none of (NotIn)
policy-values = values
policy-container = container
policy-any-container = any container
policy-named-container = { $name }
policy-type = type
policy-status = status
policy-condition-add = Add a condition
policy-condition-remove = Remove condition { $n }
policy-when-in = If { $container } exits with { $codes },{ " " }
policy-when-not-in = If { $container } exits with anything but 0 and { $codes },{ " " }
policy-when-condition = If the pod has the condition { $types },{ " " }
policy-then-fail-job = the Job fails.
policy-then-fail-index = its index fails.
policy-then-ignore = the failure does not count.
policy-then-count = the failure counts.
policy-then-nothing = no action is chosen yet.
success-count-of = { $n } of the indexes { $list } have to succeed.
success-all-of = The indexes { $list } all have to succeed.
success-count = { $n ->
    [one] At least { $n } index must succeed.
   *[other] Any { $n } indexes have to succeed.
}
success-none = This rule is still empty.

outcomes = What pods do
outcomes-none = No rule: pods stay Pending until you choose what happens to them.
rule-who-all = Every pod
rule-who-rest = Every other pod
rule-who-one = Pod { $n }
rule-who-range = Pods { $from } to { $to }
rule-who-from = Pods from { $from } on
rule-who-named = Pods named { $name }
rule-who-index = Index { $n }
rule-who-indexes = Indexes { $list }
rule-who-each-index = Each index
rule-and = , of them{ " " }
rule-then = then
rule-gap = { " " }
rule-comma = ,
rule-stop = .
rule-succeeds = { $n ->
    [one] succeeds
   *[other] succeed
}
rule-fails = { $n ->
    [one] fails with exit code { $code }
   *[other] fail with exit code { $code }
}
rule-hangs = { $n ->
    [one] runs and never ends
   *[other] run and never end
}
rule-container = { " " }in container { $container }
rule-reason = , reason { $reason }
rule-condition = , condition { $condition }
rule-times = { " " }{ $n ->
    [1] once
    [2] twice
   *[other] { $n } times
}
rule-attempt = { " " }at attempt { $n }
rule-attempts = { " " }at attempts { $from } to { $to }
rule-attempts-from = { " " }from attempt { $from } on
rule-after = { " " }after { $run }
rule-after-each = , each time after { $run }
rule-scheduled = gets a node { $time } after it is created
rule-started = runs { $time } after it is created
rule-restarted = { $n ->
    [one] its container restarts once before
   *[other] its container restarts { $n } times before
}
rule-jittered = takes up to { $time } longer, as the seed decides
rule-raise = Move rule { $n } up
rule-lower = Move rule { $n } down
rule-edit = Edit rule { $n }
rule-remove = Remove rule { $n }
rule-removed = Rule { $n } was removed.
undo-it = Undo
rule-add = Add a rule
rule-form = Rule
rule-which = Which pods
rule-which-all = every pod
rule-which-indexes = by index and attempt
rule-which-created = in order of creation
rule-which-named = by name
rule-indexes = Indexes, such as 0,2-4 (empty: all)
rule-attempts-how = Only pods of Indexed Jobs have indexes, and attempts are counted by index: a rule that names an index or an attempt never matches pods of other Jobs.
rule-from-attempt = From attempt
rule-to-attempt = to attempt
rule-from = From pod
rule-to = to pod
rule-name = Name, with * for any text
rule-start = Runs after (s)
rule-run = then ends after (s)
rule-end = The pod
rule-exit-code = with exit code
rule-more = More
rule-schedule = On a node after (s)
rule-jitter = random extra, at most (s)
rule-restarts = Restarts of the container before the end
rule-in = In container (empty: the first)
rule-status-reason = Reason
rule-pod-condition = Condition
end-succeed = succeeds
end-fail = fails
end-hang = never ends
done = Done
cancel = Cancel
remove = Remove
wrong-ordinal = Pod numbers start at 1; leave a field empty for no limit.
wrong-range = The first pod comes after the last one.
wrong-indexes = Enter indexes such as 0,2-4; leave the field empty for all.
wrong-restarts = Enter a number of restarts, 0 or more.
wrong-seconds = Enter a time in seconds, such as 2.5, of at most a day.
wrong-exit-code = An exit code is a number from 0 to 255.
wrong-number = Enter a number, 1 or more; leave the field empty for all.

faults = Faults
faults-none = No faults are set.
fault-add = Add a fault
fault-arm = Arm it
fault-call = Call
fault-mode = fails with
fault-message = and says
fault-message-usual = the usual text, or that of an Event
fault-syncs = in
fault-next = the next sync
fault-lasts = every sync until I remove it
fault-remove = Remove fault { $n }
fault-first = from call
fault-count = how many
all = all
fault-every = { $lasts ->
    [0] Next sync
   *[other] Every sync
}: every { $call } fails: { $mode }
fault-from = { $lasts ->
    [0] Next sync
   *[other] Every sync
}: from number { $from } on, every { $call } fails: { $mode }
fault-one = { $lasts ->
    [0] Next sync
   *[other] Every sync
}: { $call } number { $from } fails: { $mode }
fault-range = { $lasts ->
    [0] Next sync
   *[other] Every sync
}: { $call } { $from } to { $to } fail: { $mode }
fault-tag = { $from ->
    [1] { $call } fails
   *[other] { $call } fails from { $from } on
}
verb-create = pod create
verb-delete = pod delete
verb-update-status = status write
verb-patch = pod patch
verb-get = Job read
mode-quota = 403, quota exceeded
mode-server-error = 500, server error
mode-timeout = 504, timeout, not carried out
mode-timeout-applied = 504, timeout, yet carried out
mode-conflict = 409, conflict
mode-not-found = 404, not found
mode-terminating = 403, namespace terminating
mode-forbidden = 403, refused by admission
mode-invalid = 422, invalid

## Control plane

plane = Control plane
plane-what = what the controller sees can lag behind what is stored
crash = Crash controller
create-quota = { $n ->
    [one] Set a quota of one pod for the namespace
   *[other] Set a quota of { $n } pods for the namespace
}
delete-quota = Delete the quota { $name }
quota-used = { $used } of { $hard } pods
machinery = More that can happen to the control plane
machinery-pods = Watch of pods
machinery-jobs = Watch of Jobs
machinery-manager = Processes
machinery-quota = Quota
machinery-time = Time
receive-pods = Events reach the informer’s queue of pods, not yet the cache
receive-jobs = Events reach the informer’s queue of Jobs, not yet the cache
bookmark-pods = The server sends a bookmark for pods
bookmark-jobs = The server sends a bookmark for Jobs
resync-tick-pods = The resync timer of pods ticks
resync-tick-jobs = The resync timer of Jobs ticks
controllers = kube-controller-manager: { $n } of { $of } controllers run
controller-not-yet = not started yet
controller-waiting = waits for its caches
controller-running = runs
controller-not-simulated = runs, not simulated
controller-off-flag = off: --controllers
controller-off-default = off unless --controllers names it
controller-off-gate = off: { $gate }
controller-off-cloud = off: no cloud provider
controller-off-config = off: not configured
strike = What goes wrong with these calls?
strike-fault = A call that fails
strike-crash = A crash within the next sync
crash-after = After which of its writes
crash-no-key = No key is ready: there is no sync to crash in.
crash-in-sync = Sync and crash
relist-pods = The watch of pods breaks: relist
relist-jobs = The watch of Jobs breaks: relist
close-watch-pods = The server closes the watch of pods
close-watch-jobs = The server closes the watch of Jobs
expire-watch-pods = 410 Gone: the watch of pods cannot resume
expire-watch-jobs = 410 Gone: the watch of Jobs cannot resume
resync = The informers resync
start-manager = The controller manager starts from scratch, step by step
delete-node = Node { $name } is lost
advance = { $n ->
    [one] { $n } second passes
    [300] 5 minutes pass
   *[other] { $n } seconds pass
}
api-server = API server
watch-jobs = watch jobs
watch-jobs-lost = jobs: watch lost
watch-pods = watch pods
watch-pods-lost = pods: watch lost
watch-jobs-waiting = jobs: { $n }{"\u00A0"}waiting
watch-pods-waiting = pods: { $n }{"\u00A0"}waiting
in-step = up to date
watch-empty = nothing waits
watch-lists = lists in { $time }
watch-none = not open yet
hold-jobs = Hold back the watch of Jobs
hold-pods = Hold back the watch of pods
held = held back
deliver-one = Deliver 1
deliver-one-job = Deliver 1 event of the Job watch
deliver-all-jobs = Deliver all events of the Job watch
deliver-one-pod = Deliver 1 event of the pod watch
deliver-all-pods = Deliver all events of the pod watch
parked-jobs = { $n ->
    [one] { $n } event waits on the watch of Jobs
   *[other] { $n } events wait on the watch of Jobs
}
parked-pods = { $n ->
    [one] { $n } event waits on the watch of pods
   *[other] { $n } events wait on the watch of pods
}
parked-order = { $n ->
    [one] The controller has not seen it.
   *[other] The controller has not seen these; the first one comes next.
}
cache = Informer cache
kind-jobs = Jobs
kind-pods = Pods
cache-in-step = up to date with the API server
fifo-keys = { $n ->
    [one] holds events of { $n } object
   *[other] holds events of { $n } objects
}
job-not-seen = the Job is not seen yet
job-behind = Job is stale
job-gone = the Job is gone, but still cached
pods-behind = { $n } behind
pods-behind-which = { $n ->
    [one] pod { $which }
   *[other] pods { $which }
}
indexes-behind-which = { $n ->
    [one] index { $which }
   *[other] indexes { $which }
}
handlers = handlers
queue = Work queue
queue-ready = ready
queue-waiting = delayed
queue-processing = processing
queue-requeues = requeues
empty = empty
pods-waited = { $time } passed
pods-next = next
due-in = in { $time }
get = get
sync-now = Sync
worker = Worker
worker-idle = waits for a key
worker-none = not started yet
worker-at-it = working
worker-done = done
worker-in = in { $name }
worker-returned = has returned
worker-pauses = paused
worker-before-call = before a call to the API server
slow-start-batches = { $n ->
    [0] no slow-start batch
    [one] one slow-start batch
   *[other] { $n } slow-start batches
}
create-word = create
delete-word = delete
patch-word = patch
writes = writes
pod-control = Pod control
created = created
deleted = deleted
patched = patched
memory = What the controller remembers
stores = What newer releases also remember
store-finalizers = Finalizers
    .explain = Pods whose finalizer the controller has removed, until its cache shows them without it (uidTrackingExpectations). They are not counted twice.
store-finalizers-told = { $n ->
    [0] no removal to wait for
   *[other] { $n } removed, not seen
}
store-orphans = Orphan queue
    .explain = Pods with a finalizer whose Job is gone or no longer counts them; in new releases also the selector of each Job that ended or was deleted. A separate worker removes the finalizer from such pods.
store-orphans-told = { $n ->
    [0] empty
    [one] { $n } key
   *[other] { $n } keys
}
store-writes = Own writes
    .explain = The newest versions that the controller wrote itself for the Job. Until its caches have them, it does not sync the Job (consistency store).
store-writes-none = none to wait for
store-writes-told = Job rv { $job }, pods rv { $pods }
store-writes-end = Job’s end written
expectations = Expectations
expects-nothing = nothing is expected
expects-met = it has seen all that it expected
expects-back = refused calls are not expected
expects-more = { $n } { $what ->
    [creations] { $n ->
        [one] creation
       *[other] creations
    }
   *[deletions] deletion { $n ->
        [one] event
       *[other] events
    }
} too many
    .explain = Each event of a terminating pod counts as a deletion, no matter who deleted it: a user, pod garbage collection, or the controller itself, which sets no expectation for pods it deletes when a Job ends. A number below zero holds nothing back, and the next expectation overwrites it.
expects-open = { $n } not seen yet
expects-open-for = { $n } not seen yet, for { $age }
expects-parts = { $back } given back, { $n } not seen yet
expects-expired = { $n } not seen, but no longer waited for: { $age } have passed
backoff = Back-off
requeues = { $n ->
    [one] { $n } requeue
   *[other] { $n } requeues
}
failures = { $n ->
    [one] { $n } failure
   *[other] { $n } failures
}
backoff-pods-until = no pods before { $time }
backoff-none = no pod is held back
backoff-until = the key is requeued at { $time }
backoff-over = the wait is over
backoff-per-index = each index backs off on its own
backoff-index-until = { $n ->
    [one] index { $which }: new pod from { $time }
   *[other] indexes { $which }: first from { $time }
}
backoff-ended = the Job has ended: no pod waits
backoff-ends = the Job is ending: no pod waits
job-status = Job status
no-job = there is no Job
status-empty = not written yet
being-deleted = being deleted
status-figures = active { $active }, succeeded { $succeeded }, failed { $failed }
status-indexes = indexes
status-indexes-completed = completed:
status-indexes-failed = failed:

## Pods

pods = Pods
pods-as = Pods as
pods-tiles = Tiles
pods-table = Table
pods-none = No pods yet. They will appear here, grouped by the sync and the batch that created them.
pods-others = Pods from elsewhere
pods-each = Each of { $n } pods
pods-number = { $n ->
    [one] { $n } pod
   *[other] { $n } pods
}
now = now
batch = batch { $n }
batch-refused = { $n } refused, { $code }
state-pending = Pending
state-running = Running
state-ready = Ready
state-succeeded = Succeeded
state-failed = Failed
state-terminating = Terminating
state-refused = refused
state-gone = gone
not-seen = not seen
state-only-cached = only cached
exit-code = exit { $code }
gap = { " " }
select-several = Select
select-several-how = Choose several pods, then what happens next to all of them. With a mouse: Shift or Ctrl and click.
select-these = Choose all { $n } { $state }
select-these-how = Choose all of these
selected = { $n ->
    [0] Click pods to select them
    [one] { $n } pod selected
   *[other] { $n } pods selected
}
selected-next = What happens next…
selected-clear = Clear
field = { $n ->
    [one] { $n } pod
   *[other] { $n } pods
}
field-how = Arrow keys go from pod to pod, Enter opens what may happen next, Space and Shift with arrows choose several. The table lists them all.
pod-attempt-short = { $n ->
    [2] 2nd
    [3] 3rd
    [21] 21st
    [22] 22nd
    [23] 23rd
    [31] 31st
    [32] 32nd
    [33] 33rd
   *[other] { $n }th
}
pod-described-index = Pod { $n }, index { $index }, attempt { $attempt }, { $name }: { $state }.
pod-reason = Reason { $reason }.
pod-deletion-left = Its grace period ends in { $left }.
pod-deletion-over = It is being deleted; its grace period is over.
pod-leaving = It is being deleted.
pod-tracked = A finalizer holds it until it is counted.
pod-not-counted = Its Job has not counted it yet; the finalizer holds it.
pod-recorded = The Job’s status has noted its end; counting it is not finished yet.
pod-counted = It is counted, and the tracking finalizer is gone.
counting-not-yet = not yet
counting-recorded = noted
counting-counted = yes
marks = Marks on tiles
mark-held = finalizer
mark-recorded = noted by the Job
mark-counted = counted
mark-restarts = container restarts
mark-time-left = until it is killed
mark-leaving = ended, being deleted
mark-attempt = attempt
mark-behind = cache behind
mark-unseen = not seen by the controller
finalizer-held = holds it
finalizer-none = none
deletion-over = over
pod-described = Pod { $n }, { $name }: { $state }.
pod-exit-code = Exit code { $code }.
pod-restarts = { $n ->
    [one] Restarted once.
   *[other] Restarted { $n } times.
}
pod-not-seen = The controller has not seen it yet.
pod-seen-as = The controller still sees it as { $phase }.
pod-behind = The controller sees an older version of it.
pod-gone = It is gone from the store; the controller still sees it.
pod-was = { $name } no longer exists
column-number = No.
column-index = Index
column-attempt = Attempt
column-deletion = Grace left
column-finalizer = Finalizer
column-counted = Counted
column-name = Name
column-state = State
column-controller = Controller sees
column-restarts = Restarts
column-exit = Exit
column-age = Age
seen = the same
seen-as = { $phase }
seen-older = an older version
pod-menu = What happens next to { $name }
pod-nothing-next = { $n ->
    [one] Nothing can happen to it right now.
   *[other] Nothing can happen to all of them right now.
}
pod-schedule = Gets a node
pod-unschedulable = Finds no node
pod-wait = Cannot start: { $reason }
pod-container-exit = Container { $container } ends with exit code { $code }
pod-run = Starts running
pod-run-ready = Starts running and is ready
pod-become-ready = Becomes ready
pod-become-unready = Is no longer ready
pod-restart = Container { $container } restarts
pod-succeed = Succeeds
pod-fail = Fails with exit code { $code }
exit-code-label = Exit code
pod-fail-reason = Fails: { $reason }
pod-fail-condition = Fails with a condition
pod-lose-node = Its node is lost
pod-delete = Is deleted
pod-delete-now = Is deleted at once
pod-remove = Has stopped and goes away
pod-orphan = Loses its owner
pod-orphan-stripped = Loses its owner and the finalizer
pod-label = Gets other labels
pod-annotate = Gets other annotations

## Why

why = Why
about-step = step { $n } · { $release }
path = What was asked and done, in order
path-more = and { $n } more like these
path-nothing = No sync in this step, so no question was asked.
path-empty = Each question that the controller asks will appear here, with the numbers that decided it.
yes = yes
no = no
end = end of the function
not-asked-yet = not asked yet
operands-since = { $name }: { $now } now, { $before } in the status
operands-none-ended = no newly ended pod
operands-uncounted = { $n } to count, at most { $cap }
operands-finalizers = { $n ->
    [0] none
    [one] { $n } pod
   *[other] { $n } pods
}
operands-suspended = Suspended: { $from ->
    [none] absent, which counts as False
   *[other] { $from }
}; wanted: { $to }
operands-suspended-reworded = Suspended: { $to }, with another reason or message
operands-indexes = { $failed } failed, { $succeeded } succeeded, of { $completions }
operands-restart-needed = restarts { $n }: at backoffLimit 0 it takes one
operands-cache = cache { $found }
operands-cache-server = cache { $cached } · server { $stored }
operands-slow-start = errors { $errors } · left { $left }
operands-finished = finished { $finished }
operands-owner = cached Job { $owned }{ $finished ->
    [yes] { " " }· finished
   *[no] { "" }
}
operands-indexes-found = wanted { $wanted } · free { $free }
operands-claimed = claimed { $claimed }
operands-adopted = adopted { $n }
operands-released = released { $n }
operands-error = error
operands-failures = failures { $rest }
not-asked = not asked
why-as = Why as
why-path = Path
why-flow = Flow chart
flow-of = Flow chart of { $release }
flow-lit = The path of this sync is drawn bold.
flow-dark = No question was asked in this step. This is all that can be asked.
flow-enlarge = Enlarge
flow-choose = Choose a question to read what it means.
flow-detail = The chosen question
flow-times = { $n ->
    [2] (asked twice, this is the last answer)
   *[other] (asked { $n } times, this is the last answer)
}
flow-follows = Can be followed by: { $names }
flow-the-end = the end of the sync
flow-may-end = The sync can end here.
flow-ended = The sync ended here.
zoom-in = Larger
zoom-out = Smaller
back-in = back in { $name }
back = back
quiet = questions from “{ $first }” to “{ $last }”
quiet-unasked = { $asked ->
    [0] not asked
   *[other] { $n } not asked
}
did = This sync
what-happened = What happened
did-group = What this sync changed
# Of several events with one reason, the last one's message follows.
did-last = last:{"\u00A0"}
did-so-far = This sync so far
did-tally = { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
}{ $reads ->
    [0] {""}
    [one] {" "}({ $reads } read)
   *[other] {" "}({ $reads } reads)
}, { $events ->
    [one] { $events } event
   *[other] { $events } events
}, { $status }
did-status-written = status written
did-status-not-written = status not written
sync-title = syncJob #{ $n }
sync-title-of = syncJob #{ $n } · { $job }
sync-word = sync

## Why: the sentence

said-before-first = Nothing has happened yet. The first recorded step comes next.
said-nothing-yet = There is no Job yet. Apply the manifest, and watch what the controller makes of it.
said-of-job = { $job }:{" "}
said-begins = syncJob #{ $n } begins.
said-answer-yes = syncJob #{ $n } asks: { $ask } { $operands }→ yes.
said-answer-no = syncJob #{ $n } asks: { $ask } { $operands }→ no.
said-answer-value = syncJob #{ $n } asks: { $ask } { $operands }→ { $value }.
said-creating = { $refused ->
    [0] syncJob #{ $n } has created { $done } { $done ->
        [one] pod
       *[other] pods
    } so far.
   *[other] syncJob #{ $n } has created { $done } { $done ->
        [one] pod
       *[other] pods
    } so far; { $refused } failed.
}
said-deleting = syncJob #{ $n } has deleted { $done } { $done ->
    [one] pod
   *[other] pods
} so far.
said-writing-status = syncJob #{ $n } writes the Job’s status.
said-freeing = syncJob #{ $n } has removed the finalizer from { $done } { $done ->
    [one] pod
   *[other] pods
} so far.
said-calling = syncJob #{ $n } calls the API server.

sync-bad-key = syncJob #{ $n } could not use its key: a namespace or a name is missing.
sync-no-job = syncJob #{ $n } found no Job in its cache, so it forgot what it expected and stopped.
sync-finished = syncJob #{ $n } did nothing: the Job is already { $condition }.
sync-claim-failed = syncJob #{ $n } stopped early: it could not determine which pods belong to the Job.
sync-succeeds = { $end ->
    [marked] marked the Job Complete
    [announced] announced that the Job succeeds
   *[decided] decided that the Job succeeds, but has not marked it yet
}
sync-fails = { $end ->
    [marked] marked the Job Failed
    [announced] announced that the Job fails
   *[decided] decided that the Job fails, but has not marked it yet
}
sync-complete = syncJob #{ $n } { sync-succeeds }: { $succeeded ->
    [one] { $succeeded } pod has succeeded
   *[other] { $succeeded } pods have succeeded
}, { $completions ->
    [one] { $completions } was asked for
   *[other] { $completions } were asked for
}.
sync-complete-queue = syncJob #{ $n } { sync-succeeds }: { $succeeded ->
    [one] { $succeeded } pod has
   *[other] { $succeeded } pods have
} succeeded and none is active.
sync-success-policy = syncJob #{ $n } { sync-succeeds }: { $succeeded ->
    [one] { $succeeded } index has
   *[other] { $succeeded } indexes have
} succeeded, and that meets rules[{ $rule }] of the success policy.
sync-success-before = syncJob #{ $n } { $end ->
    [marked] marked the Job Complete, as was announced before.
    [stopping] continues to end the Job: Complete waits for { $stopping ->
        [one] { $stopping } pod that is still terminating.
       *[other] { $stopping } pods that are still terminating.
    }
   *[other] continues to end the Job, whose success was announced before.
}
sync-failed-backoff = syncJob #{ $n } { sync-fails }: { $failed ->
    [one] { $failed } pod has
   *[other] { $failed } pods have
} failed, and retry { $retry } would be more than the { $limit } that backoffLimit allows.
sync-failed-restarts = syncJob #{ $n } { sync-fails }: { $restarts ->
    [0] it needs no restart of a container to reach the backoffLimit of { $limit }.
    [one] { $restarts } restart of a container reaches the backoffLimit of { $limit }.
   *[other] { $restarts } restarts of containers reach the backoffLimit of { $limit }.
}
sync-failed-deadline = syncJob #{ $n } { sync-fails }: the { $deadline }{"\u00A0"}s of activeDeadlineSeconds are over.
sync-failed-limit = syncJob #{ $n } { sync-fails }: { $failed ->
    [one] { $failed } pod has
   *[other] { $failed } pods have
} failed, more than the { $limit } that backoffLimit allows.
sync-failed-policy = syncJob #{ $n } { sync-fails }: a pod failed in a way for which rules[{ $rule }] of the pod failure policy says FailJob.
sync-failed-indexes = syncJob #{ $n } { sync-fails }: { $failed ->
    [one] { $failed } index has
   *[other] { $failed } indexes have
} failed, and maxFailedIndexes is { $max }.
sync-failed-all-indexes = syncJob #{ $n } { sync-fails }: all indexes have ended: { $succeeded } succeeded and { $failed } failed.
sync-failure-before = syncJob #{ $n } { $end ->
    [marked] marked the Job Failed, as was announced before.
    [stopping] continues to end the Job: Failed waits for { $stopping ->
        [one] { $stopping } pod that is still terminating.
       *[other] { $stopping } pods that are still terminating.
    }
   *[other] continues to end the Job, whose failure was announced before.
}
sync-caches-behind = syncJob #{ $n } stopped at once: it wrote version { $written } of the Job’s { $what ->
    [jobs] status
   *[other] pods
} itself, and its cache shows only { $synced }.
sync-managed-by = syncJob #{ $n } left the Job alone: spec.managedBy names another controller, { $controller }.
sync-finish-written = syncJob #{ $n } did nothing: it wrote the end of the Job itself, and its cache does not show it yet.
sync-indexed-disabled = syncJob #{ $n } left the Job alone: it is Indexed, and the gate for that is off.
sync-suspended = { $deleted ->
    [0] syncJob #{ $n } created no pods: the Job is suspended.
    [one] syncJob #{ $n } deleted { $deleted } pod: the Job is suspended.
   *[other] syncJob #{ $n } deleted { $deleted } pods: the Job is suspended.
}
sync-removed = syncJob #{ $n } deleted { $deleted ->
    [one] { $deleted } pod
   *[other] { $deleted } pods
}: { $active } active, { $want } wanted{ $misplaced ->
    [0] .
   *[other] , and { $misplaced } whose index is missing, not below completions, or has another pod.
}
sync-backs-off = syncJob #{ $n } created no pods although { $wanted ->
    [one] { $wanted } is
   *[other] { $wanted } are
} missing: { $failures ->
    [one] after { $failures } failure
   *[other] after { $failures } failures in a row
}, new pods wait { $left } more.
sync-indexes-back-off = syncJob #{ $n } created no pods: { $pending ->
    [one] the next index has failed, and waits { $left } more
   *[other] the next { $pending } indexes have failed, and wait: the first { $left } more
}.
sync-awaits-terminating = syncJob #{ $n } created no pods: { $terminating } terminating { $terminating ->
    [one] pod keeps its place until its end is known
   *[other] pods keep their places until their end is known
}; { $want } wanted.
sync-waits = syncJob #{ $n } created no pods: it has yet to see { $dels ->
    [0] { $adds } { $adds ->
        [one] creation
       *[other] creations
    }
   *[other] { $dels } { $dels ->
        [one] deletion
       *[other] deletions
    }
} that the controller requested.
sync-deleting = syncJob #{ $n } created no pods: the Job is being deleted.
sync-created = syncJob #{ $n } created { $created ->
    [one] { $created } pod
   *[other] { $created } pods
}{ $batches ->
    [1] .
   *[other] {" "}in { $batches }{"\u00A0"}slow-start batches.
}
sync-refused = syncJob #{ $n } wanted { $wanted ->
    [one] { $wanted } pod
   *[other] { $wanted } pods
} and created { $created }: the API server { $code ->
    [504] gave no answer for
   *[other] refused
} { $refused } of batch { $batch } ({ $code }){ $skipped ->
    [0] .
   *[other] , so it skipped the other { $skipped }.
}
# Creates that failed with an error that counts as done: a timeout in old releases, a namespace that goes away in new ones.
sync-tolerated = syncJob #{ $n } wanted { $wanted ->
    [one] { $wanted } pod
   *[other] { $wanted } pods
} and created { $created }: the API server { $code ->
    [504] gave no answer for { $tolerated } (504), which may have been created all the same.
   *[other] refused { $tolerated }, because the namespace is being deleted ({ $code }).
} That is not an error here: { $tolerated ->
    [one] it is
   *[other] they are
} expected and { $tolerated ->
    [one] counts
   *[other] count
} as active, so no other is created until { $tolerated ->
    [one] it shows
   *[other] they show
} up or five minutes have passed.
sync-deleted = syncJob #{ $n } deleted { $deleted ->
    [one] { $deleted } pod
   *[other] { $deleted } pods
}: { $active } active, { $parallelism } allowed.
sync-more-than-wanted = syncJob #{ $n } left everything as it is: { $active ->
    [one] { $active } pod is
   *[other] { $active } pods are
} active, more than the { $want } wanted, and surplus ones are not deleted.
sync-no-free-index = syncJob #{ $n } created no pods although { $missing ->
    [one] { $missing } is
   *[other] { $missing } are
} missing: no index is free. Each is running, has succeeded, or has failed for good.
sync-nothing = syncJob #{ $n } had nothing to do for the pods: { $active ->
    [0] none is active, and none is needed.
   *[other] { $active } active, as wanted.
}
sync-paused = syncJob #{ $n } created no pods: parallelism is 0, and that pauses the Job{ $open ->
    [0] .
    [one] {" "}with { $open } completion open.
   *[other] {" "}with { $open } completions open.
}
# The pods that are to go are freed from their finalizers first, and that failed.
sync-not-freed = syncJob #{ $n } deleted no pods although { $active ->
    [one] { $active } is
   *[other] { $active } are
} active and { $want } wanted: the finalizers that hold them could not be removed ({ $code }).

along-stuck = { $n } cannot start ({ $reasons }). To the controller, a pod that has not ended is active, whatever holds it up.
along-scheduler-says = The scheduler says: “{ $message }”.
along-kubelet-says = The kubelet says about container { $container }: “{ $message }”.
along-starting = { $n ->
    [one] Pod { $pod } has been starting for { $time }
   *[other] { $n } pods have been starting, { $pod } for { $time }
}: a volume, the network or an image is not there yet. kubectl describe pod { $pod } says which. To the controller, a pod that starts is active.
along-initializing = { $n ->
    [one] Pod { $pod } has been starting for { $time }
   *[other] { $n } pods have been starting, { $pod } for { $time }
}: its init container { $container } still runs. To the controller, a pod that starts is active.
along-outlived = { $n ->
    [one] In { $n } pod
   *[other] In { $n } pods
} { $container } has ended with exit code { $code }, and { $running } still { $others ->
    [one] runs
   *[other] run
}. A pod ends with its last container{ $sidecars ->
    [0] .
   *[other] : the kubelet stops only sidecars, which are init containers with restartPolicy Always.
}
along-crashing = { $n ->
    [one] { $n } pod waits
   *[other] { $n } pods wait
} for the kubelet to start a container again (CrashLoopBackOff). To the controller, such a pod is active.
along-restarts = { $n ->
    [one] { $n } restart of a container so far
   *[other] { $n } restarts of containers so far
}: the Job fails at { $limit } (backoffLimit).
along-overdue = { $n ->
    [one] Pod { $pod } on { $node } should have stopped { $time } ago, and no kubelet has reported its end.
   *[other] { $n } pods should have stopped, { $pod } on { $node } { $time } ago, and no kubelet has reported their end.
} If the node is lost, delete its Node{ $tracked ->
    [0] , or the pod with kubectl delete pod { $pod } --force.
   *[other] : pod garbage collection then marks the pod Failed. kubectl delete pod --force is not enough, because the finalizer of the Job controller still holds the pod.
}
along-job-deleted = The Job is being deleted.
along-job-foreground = { $n ->
    [0] It has no pods left, so the garbage collector removes the finalizer foregroundDeletion.
    [one] The finalizer foregroundDeletion holds the Job until its { $n } pod is gone.
   *[other] The finalizer foregroundDeletion holds the Job until its { $n } pods are gone.
}
along-job-orphan = { $n ->
    [0] It has no pods left, so the garbage collector removes the finalizer orphan.
    [one] The finalizer orphan holds the Job until { $n } pod no longer names it as its owner.
   *[other] The finalizer orphan holds the Job until { $n } pods no longer name it as their owner.
}
along-job-held = { $n ->
    [one] The finalizer { $finalizers } holds the Job, and Kubernetes itself does not remove it.
   *[other] The finalizers { $finalizers } hold the Job, and Kubernetes itself does not remove them.
}
along-pod-held = Pod { $pod } is being deleted, too, and { $n ->
    [one] its finalizer { $finalizers } holds it.
   *[other] its finalizers { $finalizers } hold it.
}
along-ttl = Its ttlSecondsAfterFinished is over in { $left }; then it is deleted.
along-ttl-over = Its ttlSecondsAfterFinished is over: the TTL controller deletes it.
along-status = The sync wrote the Job’s status.
along-status-figures = The sync wrote the status: { $figures }.
along-counted-succeeded = { $n ->
    [one] { $n } more pod counts
   *[other] { $n } more pods count
} as succeeded from now on.
along-counted-failed = { $n ->
    [one] { $n } more pod counts
   *[other] { $n } more pods count
} as failed from now on.
along-noted = { $n ->
    [one] { $n } pod is
   *[other] { $n } pods are
} noted in the status (uncountedTerminatedPods), not counted yet.
along-rule-ignores = rules[{ $rule }] of the pod failure policy says Ignore: { $n ->
    [one] { $n } failure does
   *[other] { $n } failures do
} not count towards { $limit }.
along-rule-counts = rules[{ $rule }] of the pod failure policy says Count: { $n ->
    [one] { $n } failure counts
   *[other] { $n } failures count
} towards { $limit }.
along-rule-fails-index = rules[{ $rule }] of the pod failure policy says FailIndex: { $n ->
    [one] index { $which } has
   *[other] indexes { $which } have
} failed for good.
along-rules-missed = No rule of the pod failure policy matches { $n ->
    [one] { $pod }, so its failure counts
   *[other] { $n } pods, such as { $pod }, so their failures count
}: { $rules }.
along-rule-other-container = rules[{ $rule }] is only about { $container }: { $code } is the exit code of { $other }.
along-index-failed = { $n ->
    [one] Index { $which } has
   *[other] Indexes { $which } have
} failed for good: more failures than the { $limit } that backoffLimitPerIndex allows.
along-indexes-back-off = { $n ->
    [one] { $n } free index has failed, and waits { $left } more.
   *[other] { $n } free indexes have failed, and wait: the first { $left } more.
}
along-indexes-in-turn = { $n ->
    [one] { $n } more index waits for its turn
   *[other] { $n } more indexes wait for their turn
}: parallelism is { $parallelism }.
along-indexes-over-cap = { $n ->
    [one] { $n } more index waits for another sync
   *[other] { $n } more indexes wait for other syncs
}: one creates at most { $cap } pods.
along-freed = The finalizer was removed from { $n ->
    [one] { $n } pod
   *[other] { $n } pods
}.
along-adopted = { $n ->
    [one] It adopted { $n } pod that matches the selector and had
   *[other] It adopted { $n } pods that match the selector and had
} no controller.
along-released = { $n ->
    [one] It released { $n } pod whose labels no longer match
   *[other] It released { $n } pods whose labels no longer match
} the selector.
along-queued-by-kueue = Its label kueue.x-k8s.io/queue-name is { $queue }: Kueue suspends and resumes it.
along-status-refused = { $written ->
    [0] The API server refused the status ({ $code }).
   *[other] The API server refused the next write of the status ({ $code }).
}
along-duplicate = No later sync heals this: the status already lists the pod with the other result. Remove the pod’s finalizer batch.kubernetes.io/job-tracking by hand.
along-backoff = The sync deliberately returned an error: new failures delay the next sync by { $wait }.
along-error = The sync returned an error: “{ $error }”. The key is requeued in { $wait }.
along-wait = The key is requeued in { $wait }.
along-fault-lasts = Every sync fails like this until the cause is removed.
along-ripened = The delay is over: the Job’s key is ready in the queue.
along-queued = The Job’s key is in the queue now.
along-orphan-queued = The orphan queue has a new key: its worker looks for pods to free.
along-already-queued = The Job’s key was already in the queue.
along-delayed = The Job’s key comes into the queue in { $wait }.
along-observed = { $adds ->
    [0] { $dels ->
        [0] The controller has seen all that it expected.
        [one] Still expected: { $dels }{"\u00A0"}deletion.
       *[other] Still expected: { $dels }{"\u00A0"}deletions.
    }
    [one] Still expected: { $adds }{"\u00A0"}creation.
   *[other] Still expected: { $adds }{"\u00A0"}creations.
}
along-observed-more = The controller has seen { $n } more deletion { $n ->
    [one] event
   *[other] events
} than it expected: a deletion counts no matter who requested it, and each event of a terminating pod counts as one.
along-unseen = { $n ->
    [one] { $n } watch event is
   *[other] { $n } watch events are
} on the way; the controller has not seen { $n ->
    [one] it.
   *[other] them.
}
along-ended = The Job { $name } has ended as { $condition }: its status counts { $succeeded } succeeded { $succeeded ->
    [one] pod
   *[other] pods
} and { $failed } failed.
along-ended-because = The Job { $name } has ended as { $condition } ({ $reason }): its status counts { $succeeded } succeeded { $succeeded ->
    [one] pod
   *[other] pods
} and { $failed } failed.

did-create-job = The API server has stored the Job { $name }.
did-import-job = The API server has stored the Job { $name } unchanged.
more-inferred = Inferred from what the cluster stored.
more-one-of-several = Inferred, one of several: another order of deliveries explains the same writes.
did-observe = { $writer ->
    [job] The Job controller
    [garbage-collector] The garbage collector
    [ttl] The TTL-after-finished controller
    [pod-gc] Pod garbage collection
    [kubelet] A kubelet
    [scheduler] The scheduler
    [person] A user
    [other] Another controller
   *[unknown] An unknown writer
} { $change ->
    [created] created
    [deleted] deleted
   *[changed] changed
} the { $kind ->
    [job] Job
   *[pod] pod
} { $name }: observed in the cluster.
did-import-pods = { $n ->
    [one] The API server has stored { $n } pod unchanged.
   *[other] The API server has stored { $n } pods unchanged.
}
did-patch-job = The API server has changed the Job { $name }.
did-apply-job = kubectl apply has patched the Job { $name } with the difference between the manifest and the one applied before.
did-apply-nothing = kubectl apply found nothing to change: unchanged.
did-scale-job = kubectl scale has set the parallelism of the Job { $name } to { $n }.
did-delete-background = The Job { $name } is deleted: the API server no longer has it.
did-delete-foreground = The Job { $name } is marked for deletion, with the finalizer foregroundDeletion.
did-delete-orphan = The Job { $name } is marked for deletion, with the finalizer orphan.
did-create-namespace = The API server has stored the namespace { $name }.
did-create-quota = The quota { $name } allows the namespace at most { $n ->
    [one] one pod
   *[other] { $n } pods
}. Existing pods stay.
did-delete-quota = The quota { $name } is gone: pods can be created again.
did-gc = The garbage collector has run once.
did-advance = Time advanced by { $time }.
did-deliver = { $pods ->
    [0] The watch delivered { $jobs ->
        [one] { $jobs } Job event
       *[other] { $jobs } Job events
    } to the cache.
   *[other] { $jobs ->
        [0] The watch delivered { $pods ->
            [one] { $pods } pod event
           *[other] { $pods } pod events
        } to the cache.
       *[other] The watches delivered { $jobs ->
            [one] { $jobs } Job event
           *[other] { $jobs } Job events
        } and { $pods ->
            [one] { $pods } pod event
           *[other] { $pods } pod events
        } to the cache.
    }
}
did-relist-jobs = The watch of Jobs broke, and the informer relisted: { $n ->
    [one] { $n } change
   *[other] { $n } changes
}.
did-relist-pods = The watch of pods broke, and the informer relisted: { $n ->
    [one] { $n } change
   *[other] { $n } changes
}.
did-resync = The informers resynced: they sent everything in the cache to the handlers again.
did-hold-jobs = The watch of Jobs is held back: its events reach the controller only when you deliver them.
did-hold-pods = The watch of pods is held back: its events reach the controller only when you deliver them.
did-release-jobs = The watch of Jobs delivers on its own again.
did-release-pods = The watch of pods delivers on its own again.
did-crash-after = { $n ->
    [one] The controller crashed in the middle of a sync, after { $n } write. A new one has replaced it: it remembers nothing and lists everything again.
   *[other] The controller crashed in the middle of a sync, after { $n } writes. A new one has replaced it: it remembers nothing and lists everything again.
}
did-restart = The controller was replaced by a new one: it remembers nothing and lists everything again.
did-start-manager = A new kube-controller-manager process exists. It has not started anything yet: no handler is registered, and no watch is open.
manager-process = The process starts. It knows { $n } controllers, and checks its flags against them.
manager-leader = It is now the leader: it holds the { $lock } kube-system/kube-controller-manager.
manager-factory = It has created one informer factory for all controllers. Each informer resyncs every { $time }.
manager-healthy = The API server has answered: it is healthy.
manager-tokens = { $name } starts before all others: it creates the tokens that they need.
manager-sleep = It waits { $time } before it starts { $name }, so that not all start at once.
manager-woke = The wait is over.
manager-off-flag = { $name } stays off: the flag --controllers excludes it.
manager-off-default = { $name } stays off: --controllers has to name it.
manager-off-gate = { $name } stays off: the feature gate { $gate } is off.
manager-off-cloud = { $name } stays off: it belongs to a cloud provider.
manager-off-config = { $name } has nothing to do in this cluster, and stays off.
manager-started = { $name } has registered its handlers. It waits until its caches are filled.
manager-not-simulated = { $name } has started. What it does is not simulated.
manager-late = { $name } starts late. Its handlers receive { $replayed } objects as if they were new; they never receive { $missed } changes.
manager-informers = All handlers are registered. Only now do the informers start.
watched-kind = { $kind ->
    [jobs] Jobs
   *[pods] pods
}
manager-listed = The informer of { watched-kind } has listed: { $n } objects are on the way to its cache.
manager-synced = The cache of { watched-kind } is filled, and the handlers were called.
manager-caches = { $name } sees that its caches are filled.
manager-workers = { $name } runs: { $n ->
    [one] one worker takes
   *[other] { $n } workers take
} keys from now on.
watch-reopened = The server closed the watch of { watched-kind }. It was opened again where it had stopped: nothing is lost.
watch-short = The server closed the watch of { watched-kind } at once. The reflector treats that as an error, and lists again in { $time }.
watch-expired = 410 Gone: the server no longer has the position of the watch of { watched-kind }. { $n ->
    [0] No event is lost.
    [one] One event is lost.
   *[other] { $n } events are lost.
} The reflector lists again in { $time }.
watch-bookmark = A bookmark: the informer of { watched-kind } knows that it has missed nothing so far.
watch-queued = The informer’s queue holds { $kind ->
    [jobs] Job events
   *[pods] pod events
} of { $n ->
    [one] { $n } object
   *[other] { $n } objects
}. The cache does not have them yet.
watch-tick = The resync timer of { watched-kind } ticked: { $due } of { $all } listeners are due.
did-arm-fault = { $lasts ->
    [0] A fault is armed for the next sync.
   *[other] A fault is armed. It strikes every sync until you remove it.
}
did-remove-fault = A fault is removed: the API server takes these calls as usual.
did-arm-refusal = The API server refuses new pods of Job { $name } until you remove the fault, as the cluster’s Events report ({ $n ->
    [one] once, at { $last }
   *[other] { $n } times, last at { $last }
}): { $message }
did-sync = A worker took a key.
did-take-key = A worker has taken a key and pauses before its first write.
did-step-sync = The worker that has { $name } has made a call and pauses before the next one.
did-orphan-freed = { $n ->
    [one] The orphan worker removed the finalizer from { $n } pod, which its Job no longer counts.
   *[other] The orphan worker removed the finalizer from { $n } pods, which their Job no longer counts.
}{ $refused ->
    [0] {""}
   *[other] {" "}{ $refused } could not be freed ({ $code }): the key is not tried again.
}
did-orphans-left = { $n ->
    [0] The orphan worker found no pods that match the Job’s selector.
    [one] The orphan worker looked at { $n } pod that matches the Job’s selector: it need not be freed.
   *[other] The orphan worker looked at { $n } pods that match the Job’s selector: none had to be freed.
}
did-orphans-refused = { $n ->
    [one] The orphan worker looked at { $n } pod that matches the Job’s selector, and could not free it: the API server refused ({ $code }).
   *[other] The orphan worker looked at { $n } pods that match the Job’s selector, and could free none: the API server refused ({ $code }).
} The key is not tried again; only another event of a pod queues it again.
did-orphan-gone = The orphan worker looked for the pod { $name }: it is gone, and needs nothing.
did-orphan-looks = The orphan worker looks for pods to free.
did-orphan-owned = The orphan worker looked at the pod { $name }: a Job that has not ended owns it, and frees it itself.
did-orphan-free = The orphan worker looked at the pod { $name }: the finalizer is already gone, so nothing was left to do.
did-orphan-not-its = The orphan worker looked at the pod { $name } and left it as it is: this controller does not own it.
did-orphan-refused = The orphan worker could not free the pod { $name }: the API server refused ({ $code }). The key is requeued with a growing delay.
did-sync-ttl-deleted = The TTL-after-finished controller deleted the Job { $name }: ttlSecondsAfterFinished is over. The Job is removed after its pods.
did-sync-ttl-waits = The TTL-after-finished controller looked at the Job { $name }: its TTL is not over, and the key waits until it is.
did-sync-ttl-refused = The TTL-after-finished controller met an error with the Job { $name }. The key is requeued with a growing delay.
did-sync-ttl-nothing = The TTL-after-finished controller looked at the Job { $name } and left it as it is.
did-collect-deleted = The garbage collector deleted { $name }: none of its owners holds it any more.
did-collect-gone = The garbage collector found that { $name } does not exist, and takes it out of its graph.
did-collect-released = The garbage collector removed the finalizer of { $name }: nothing is left that its deletion had to wait for.
did-collect-waits = The garbage collector looked at { $name }: its deletion still has to wait for { $n ->
    [one] { $n } dependent.
   *[other] { $n } dependents.
}
did-collect-owned = The garbage collector looked at { $name }: it has an owner, and stays.
did-collect-going = The garbage collector looked at { $name }: it is already being deleted.
did-collect-nothing = The garbage collector looked at { $name } and left it as it is.
did-collect-refused = The garbage collector met an error with { $name }. It is requeued with a growing delay.
did-orphan = The garbage collector orphaned the dependents of { $name } ({ $n ->
    [one] { $n } pod
   *[other] { $n } pods
}), and removed its finalizer.
did-pod-gc = Pod garbage collection looked at all pods and { $n ->
    [0] deleted none.
    [one] deleted { $n } of them.
   *[other] deleted { $n } of them.
}
did-delete-node = Node { $name } is lost. The state of its pods is unknown.
did-set-outcomes = “What pods do” has changed: { $n ->
    [one] { $n } rule.
   *[other] { $n } rules.
}
pod-of-number = Pod { $n }
pod-of-index = The pod with index { $index }{ $attempt ->
    [1] {""}
   *[other] {" "}(attempt { $attempt })
}
did-pod-schedule = { $n ->
    [one] { $which } has
   *[other] { $n } pods have
} a node.
did-pod-run = { $n ->
    [one] { $which } runs.
   *[other] { $n } pods run.
}
did-pod-run-ready = { $n ->
    [one] { $which } runs and is ready.
   *[other] { $n } pods run and are ready.
}
did-pod-unschedulable = { $n ->
    [one] The scheduler finds no node for { $which }.
   *[other] The scheduler finds no node for { $n } pods.
}
did-pod-wait = { $n ->
    [one] { $which } cannot start: { $reason }.
   *[other] { $n } pods cannot start: { $reason }.
}
did-container-exit = { $n ->
    [one] { $which }: the container { $container } ended with exit code { $code }.
   *[other] The container { $container } of { $n } pods ended with exit code { $code }.
}
did-pod-ready = { $n ->
    [one] { $which } is ready.
   *[other] { $n } pods are ready.
}
did-pod-unready = { $n ->
    [one] { $which } is no longer ready.
   *[other] { $n } pods are no longer ready.
}
did-pod-restart = { $n ->
    [one] { $which }: a container restarted.
   *[other] Containers of { $n } pods restarted.
}
did-pod-succeed = { $n ->
    [one] { $which } succeeded.
   *[other] { $n } pods succeeded.
}
did-pod-fail = { $n ->
    [one] { $which } failed with exit code { $code }.
   *[other] { $n } pods failed with exit code { $code }.
}
did-pod-fail-conditions = { $n ->
    [one] { $which } failed with exit code { $code } and is marked { $conditions }.
   *[other] { $n } pods failed with exit code { $code } and are marked { $conditions }.
}
did-pod-fail-reason = { $n ->
    [one] { $which } failed: { $reason }.
   *[other] { $n } pods failed: { $reason }.
}
did-pod-lose-node = { $n ->
    [one] { $which } has lost its node.
   *[other] { $n } pods have lost their nodes.
}
did-pod-delete = { $n ->
    [one] { $which } was deleted by a user.
   *[other] A user deleted { $n } pods.
}
did-pod-evict = { $n ->
    [one] { $which } was evicted: it is marked DisruptionTarget and deleted.
   *[other] { $n } pods were evicted: they are marked DisruptionTarget and deleted.
}
did-pod-remove = { $n ->
    [one] { $which } has stopped and is gone.
   *[other] { $n } pods have stopped and are gone.
}
did-pod-stop = { $n ->
    [one] { $which } has stopped; its finalizer still holds it.
   *[other] { $n } pods have stopped; finalizers still hold { $held } of them.
}
did-pod-label = { $n ->
    [one] { $which } has other labels.
   *[other] { $n } pods have other labels.
}
did-pod-annotate = { $n ->
    [one] { $which } has other annotations.
   *[other] { $n } pods have other annotations.
}
did-pod-patch = { $n ->
    [one] { $which } was patched.
   *[other] { $n } pods were patched.
}
did-pod-orphan = { $n ->
    [one] { $which } has no owner now.
   *[other] { $n } pods have no owner now.
}

## Why: rows that are no questions

calls-slow-start = Create pods
    .explain = Pods are created in batches of 1, 2, 4, 8 and so on. The next batch starts only if the one before succeeded, so a request that is bound to fail is not sent a thousand times.
    .term = slow start
calls-sizes = { $n ->
    [one] a batch of { $sizes }
   *[other] batches { $sizes }
}
calls-created = { $n } created
calls-refused = { $n } { $code ->
    [504] without an answer
   *[other] refused
}, { $code }
calls-number = { $n ->
    [one] { $n } call
   *[other] { $n } calls
}
calls-more = and { $n } more
calls-delete = Delete pods
    .explain = { $by ->
        [pod-gc] { $within ->
            [gcTerminated] The oldest ended pods are deleted until there are no more than the threshold allows.
           *[other] No kubelet would delete this pod: its node is gone, or it never had one.
        }
        [garbage-collector] The owner of the pod is gone, or waits until its pods are.
       *[other] { $within ->
            [syncJob] All active pods are deleted, because the Job ends.
            [deleteActivePods] All active pods are deleted, because the Job ends.
           *[other] If not all are deleted, those without a node are deleted first, then those that do not run yet, those that are not ready, those ready for the shortest time, those with the most restarts, and the youngest.{ $release ->
                [11] {""}
               *[other] {" "}In an Indexed Job, before them: those whose index is missing, not below completions, or has another pod.
            }
        }
    }
    .term = { $by ->
        [pod-gc] { $release ->
            [11] deletePod
            [22] deletePod
           *[other] markFailedAndDeletePod
        }
        [garbage-collector] deleteObject
       *[other] { $within ->
            [syncJob] deleteJobPods
            [deleteActivePods] deleteActivePods
           *[other] ActivePods
        }
    }
calls-patch = { $by ->
    [garbage-collector] Remove owner references from pods
   *[other] Adopt or release pods
}
    .explain = { $by ->
        [garbage-collector] The pod no longer names an owner that is gone, or that orphans it.
       *[other] A pod whose labels match and that nobody owns is adopted; one whose labels no longer match is released.
    }
    .term = { $by ->
        [garbage-collector] ownerReferences
       *[other] PodControllerRefManager
    }
calls-free = Remove finalizers
    .explain = These pods no longer need the finalizer: their end is in the status, or they must not be counted, as when the Job is scaled down, suspended or deleted. Without it they can be removed.
    .term = { $within ->
        [trackJobStatusAndRemoveFinalizers] removeTrackingFinalizerFromPods
        [flushUncountedAndRemoveFinalizers] removeTrackingFinalizerFromPods
       *[other] removeTrackingFinalizerPatch
    }
judged = Judge the pods that the finalizer holds
    .explain = Each pod that the tracking finalizer holds is judged once: has it ended, does it count, can the finalizer go? { $release ->
        [22] Where the Job ends, pods that still run count as failed, too.
        [25] Where the Job ends, pods that still run count as failed, too.
       *[other] Where the Job ends in failure, pods that still run count as failed, too.
    }
    .term = trackJobStatusAndRemoveFinalizers
judged-kept = has not ended
judged-kept-for-replacement = failed, kept until it is replaced
judged-succeeded = to count as succeeded
judged-failed = to count as failed
judged-failed-unfinished = counts as failed before it ended
judged-ignored = failed, does not count
judged-before = noted before
judged-not-counted = not counted
judged-index-fails = { $n ->
    [one] index { $which } fails for good
   *[other] indexes { $which } fail for good
}
backoff-noted = Remember failures in a row
    .explain = The back-off store keeps how many pods failed since the last success and when the last one did. New pods wait by that. A failed pod that keeps its finalizer because it waits to be replaced is added again by later syncs.
    .term = podBackoffStore
backoff-dropped = Forget failures in a row
expect-finalizers = Expect finalizers to be removed
    .explain = Until the cache shows these pods without their finalizer, they count as freed, so that no later sync counts them again.
    .term = finalizerExpectations
expect-finish = Expect to see the end
    .explain = The end of the Job was written. Until the cache shows it, another sync of this Job does nothing.
    .term = finishedJobExpectations
expect-finish-seen = The end was seen
calls-patch-job = { $by ->
    [garbage-collector] Remove the finalizer from the Job
   *[other] Remove the tracking annotation from the Job
}
    .explain = { $by ->
        [garbage-collector] Nothing is left that the deletion of the Job had to wait for: without the finalizer it is removed.
       *[other] The feature gate is off, so the pods of this Job are no longer tracked with finalizers, and the annotation is removed.
    }
    .term = { $by ->
        [garbage-collector] removeFinalizer
       *[other] removeTrackingAnnotationPatch
    }
calls-delete-job = Delete the Job
    .explain = In the foreground, and only if it is still the same Job: the request names its UID. The Job stays until its pods are gone.
    .term = DeletePropagationForeground
calls-get-pod = Read the pod, past the cache
    .explain = Before it deletes anything, the garbage collector looks at the server.
    .term = getObject
calls-patch-status = Mark the pod Failed
    .explain = A pod without a kubelet would show as running forever, and its Job would never replace it.
    .term = markFailedAndDeletePod
calls-update-status = Write the status
    .explain = The status is the only part of the controller’s findings that others see.
    .term = UpdateStatus
calls-get = Read the Job, past the cache
    .explain = { $by ->
        [job] { $within ->
            [updateJobStatus] Before each attempt to write the status, this release reads the Job again and puts the status on what it read.
           *[other] Before it adopts a pod, the controller makes sure that the Job still exists.
        }
       *[other] Before it deletes anything, this controller looks at the server: its cache may be stale.
    }
    .term = { $by ->
        [job] { $within ->
            [updateJobStatus] updateJobStatus
           *[other] RecheckDeletionTimestamp
        }
        [ttl] processJob
       *[other] getObject
    }
expect-creations = Expect creations
    .explain = Before the first call, the controller notes how many creations or deletions its watch will have to show. Until it has seen them, it neither creates nor deletes: its cache may be stale. What it deletes when a Job ends is not noted.
    .term = ControllerExpectations
expect-deletions = Expect deletions
expect-creation-seen = A creation was seen
expect-deletion-seen = A deletion was seen
expect-given-back = Given back
expect-dropped = Forget what was expected
asked = A user asks the API server
queue-added = The key goes into the queue
queue-already = The key already waits there
queue-again = The key will run once more
queue-rate-limited = The key is requeued with a growing delay
queue-delayed = The key goes into the queue later
queue-earlier = The key already waits, for an earlier time
queue-ripened = The delay is over
queue-taken = A worker takes the key
queue-forgotten = Its requeues are forgotten
ready = ready
delivered = { $cause } { $kind } { $name }
handled = { $name }
no-handler = no handler
handler-same-version = { $name }: same version
handler-not-ours = { $name }: not ours
handler-orphan = { $name }: an orphan
handler-owner-finished = { $name }: its Job is finished
handler-not-registered = { $name }: not registered
handler-not-due = { $name }: not called, no resync is due
outcome-queued = queued
outcome-already = –
outcome-delayed = later
cause-relist = listed
cause-tombstone = tombstone
cause-resync = resync
cause-start = listed
verdict-as-delete = As a deletion
    .explain = The pod is being deleted, so the event counts as its deletion.
verdict-same-version = Same version
    .explain = Old and new have the same resourceVersion: this is a resync, and nothing happened.
verdict-not-ours = Not ours
    .explain = No Job that the cache knows controls this pod.
verdict-orphan = An orphan
    .explain = The pod has no controller, so every Job whose selector matches is synced.
verdict-orphan-updated = An orphan
    .explain = The pod has no controller. If its labels or its owner changed, every Job whose selector matches is synced.
verdict-orphan-deleted = An orphan
    .explain = { $release ->
        [11] The pod has no controller, so no Job is notified of its deletion.
        [22] The pod has no controller, so no Job is notified of its deletion.
       *[other] The pod has no controller, so no Job is notified of its deletion. If the finalizer still holds it, the orphan worker frees it.
    }
rivals = { $n } Jobs select it: { $jobs }
verdict-rivals = More than one Job selects it
    .explain = The selectors of several Jobs match this pod, which has no controller. The controller logs a user error, and the Job that is synced first adopts the pod.
verdict-owner-finished = Its Job is finished
    .explain = The Job that controls this pod is finished and counts nothing any more: if the tracking finalizer holds the pod, the orphan worker frees it.
verdict-not-registered = No handler registered
    .explain = The Job controller has not registered its handlers: the cache changes, and the controller does not hear of it.
verdict-not-due = Not called
    .explain = In this release a list reaches only the handlers whose resync was due at the last tick of the timer. The cache has the object; the controller does not hear of it.
returned = { $name } returns
    .explain = Without an error the key leaves the queue. If it is also forgotten, its next failure starts with the shortest delay again.
    .term = Forget
returned-beside = The worker is done with the key
    .explain = Without an error the key leaves the queue, and its requeues are forgotten.
    .term = Forget
returned-beside-error = The worker met an error
    .explain = The key goes back into the queue, and each time the wait doubles: 5{"\u00A0"}ms, 10{"\u00A0"}ms, 20{"\u00A0"}ms, up to 1000{"\u00A0"}s.
    .term = AddRateLimited
returned-error = { $name } returns an error
    .explain = The key goes back into the queue, and each time the wait doubles: 10{"\u00A0"}s, 20{"\u00A0"}s, 40{"\u00A0"}s, up to 6{"\u00A0"}min.
    .term = AddRateLimited
returned-error-briefly = { $name } returns an error
    .explain = The key goes back into the queue, and each time the wait doubles: 1{"\u00A0"}s, 2{"\u00A0"}s, 4{"\u00A0"}s, up to 1{"\u00A0"}min.
    .term = AddRateLimited
returned-ok = ok
returned-err = error

## Why: the questions

decision-key-complete = Does the key name a Job?
    .explain = The queue holds keys of the form namespace/name, not Jobs. Both parts have to be there.
    .term = SplitMetaNamespaceKey
decision-caches-caught-up = Do the caches contain its own writes?
    .explain = The guard of v1.36: while a cache is older than what the controller itself wrote for this Job, the sync returns an error and is retried later. It would act on stale data.
    .term = ConsistencyStore.EnsureReady
decision-job-in-cache = Is the Job in the cache?
    .explain = The controller looks the Job up in its informer’s cache, never in the API server. A Job that is not there was deleted, or has not been seen yet.
    .term = JobLister
decision-managed-externally = Does another controller manage it?
    .explain = If spec.managedBy names a controller other than kubernetes.io/job-controller, this one leaves the Job alone.
    .term = managedByExternalController
decision-job-finished = Already finished?
    .explain = A Job with the condition Complete or Failed is left alone forever.
    .term = IsJobFinished
decision-finish-written = Did it just write the end itself?
    .explain = If this process has written that the Job ended and the cache does not show it yet, there is nothing left to do.
    .term = finishedJobExpectations
decision-requeues = How often was it requeued?
    .explain = The rate limiter counts how often the key was requeued after an error. In this release that count is the Job’s back-off.
    .term = NumRequeues
decision-expectations-satisfied = Are expectations satisfied?
    .explain = Creations and deletions that the controller recorded before it requested them must arrive on its watch first. If they do not within 5 minutes, it stops waiting.
    .term = SatisfiedExpectations
decision-pods-claimed = How many pods does this Job own?
    .explain = Pods that the Job controls and whose labels match; orphans that match are adopted, and pods that no longer match are released.
    .term = ClaimPods
decision-pods-counted = How many pods are active?
    .explain = Active pods have not ended and are not being deleted. Where a finalizer holds pods, those that ended are taken from what the status has counted, and new ones are added. Without it, as in v1.11, only the pods that exist right now count.
    .term = { $release ->
        [11] FilterActivePods, getStatus
        [22] FilterActivePods, getStatus
       *[other] FilterActivePods
    }
decision-start-time-unset = Is startTime still missing?
    .explain = { $release ->
        [11] The first sync that finds no status.startTime sets it. If there is a deadline, the key is also requeued for when the deadline expires.
       *[other] The first sync that finds no status.startTime sets it, unless the Job is suspended.
    }
    .term = status.startTime
decision-exceeds-backoff-limit = More failures than backoffLimit?
    .explain = Three tests, stopping at the first that fails: more pods failed than the status says, the number of active pods differs from parallelism, and the key was requeued too often. The limit is not compared with the number of failed pods.
    .term = BackoffLimitExceeded
decision-past-backoff-limit-on-failure = Have restarts reached backoffLimit?
    .explain = With restartPolicy OnFailure the kubelet restarts containers in place, so their restarts count as well: the Job fails once they reach the limit.
    .term = pastBackoffLimitOnFailure
decision-past-active-deadline = Past activeDeadlineSeconds?
    .explain = The deadline counts from status.startTime, whatever the pods do.
    .term = DeadlineExceeded
decision-manage-needed = May it create or delete pods?
    .explain = Only if it has seen all that it expected before, and the Job is not being deleted.
    .term = { $release ->
        [11] jobNeedsSync
        [22] jobNeedsSync
       *[other] satisfiedExpectations
    }
decision-too-many-active = Too many pods?
    .explain = If more pods are active than parallelism allows, some are deleted.
    .term = spec.parallelism
decision-too-few-active = Too few pods?
    .explain = If fewer pods are active than parallelism allows, some may be created.
    .term = spec.parallelism
decision-want-active = How many should run?
    .explain = As many as are still missing, but at most parallelism. Without completions: parallelism until one has succeeded, then none is added.
    .term = wantActive
decision-more-active-than-wanted = More active than should run?
    .explain = In that case nothing is created, and nothing is deleted either.
    .term = wantActive
decision-create-error-tolerated = Does the failed create count as done?
    .explain = { $release ->
        [11] After a timeout the pod may well have been created. Such a call counts as created, and its event is waited for.
       *[other] While the namespace is being deleted every create is refused, so that is not an error here. The pod stays expected and counts as active, for five minutes at most.
    }
    .term = { $release ->
        [11] IsTimeout
       *[other] NamespaceTerminatingCause
    }
decision-slow-start-stops = Stop here?
    .explain = If a create of this batch failed, the remaining batches are skipped, and what was expected of them is given back.
    .term = slow start
decision-completions-reached = Have enough succeeded?
    .explain = { $release ->
        [11] With completions: that many pods have succeeded. Without: one has, and none is active any more.
       *[other] With completions: that many pods have succeeded. Without: one has. In both, none may be active any more.
    }
    .term = JobComplete
decision-too-many-active-pods = Are pods still active?
    .explain = If pods are active although the work is done, there is a warning, and they are left to run.
    .term = TooManyActivePods
decision-too-many-succeeded-pods = Did more succeed than asked for?
    .explain = If more pods have succeeded than completions asks for, there is a warning.
    .term = TooManySucceededPods
decision-new-successes = Are there new successes?
    .explain = If pods succeeded since the last status, the retries so far are forgotten, unless this sync ends with an error.
    .term = Forget
decision-status-changed = Has the status changed?
    .explain = The status is written only if a number or the list of conditions differs from what the cache has.
    .term = UpdateStatus
decision-status-retry-left = May it retry the status write?
    .explain = After any error of the write it reads the Job again and tries once more, four times in all. If the read fails, it stops.
    .term = statusUpdateRetries
decision-new-failure-unfinished = New failures, and not finished?
    .explain = In that case syncJob returns an error on purpose: the key is requeued with a growing delay. That is how this release backs off.
    .term = AddRateLimited
decision-job-suspended = Is the Job suspended?
    .explain = A suspended Job has no pods: those that are active are deleted, and what they had not finished is done again later.
    .term = spec.suspend
decision-new-finished-pods = How many pods ended since?
    .explain = Pods that ended and that the tracking finalizer still holds. They are added to what the status says; in an Indexed Job the successes are replaced by the number of indexes that succeeded. A pod that is being deleted counts as failed at once, unless pods are replaced only once they have failed.
    .term = getNewFinishedPods
decision-success-criteria-met-set = Is the Job’s success already decided?
    .explain = If the condition SuccessCriteriaMet is True, only the end of its pods is waited for: no failure can change the outcome any more.
    .term = SuccessCriteriaMet
decision-failure-target-set = Is the Job’s failure already decided?
    .explain = If the Job has the condition FailureTarget, an earlier sync decided to fail it, and this one only finishes the work.
    .term = FailureTarget
decision-fail-job-rule-matched = Does a failure end the Job at once?
    .explain = If a pod failed in a way for which the pod failure policy says FailJob, the Job fails. The first such pod gives the message.
    .term = podFailurePolicy
decision-new-failures-exceed-backoff-limit = New failures, and more than backoffLimit?
    .explain = Three tests, stopping at the first that fails: more pods failed than the status says, the number of active pods differs from parallelism, and more pods failed than the limit. If the failed pods are already replaced, the Job continues until the next failure.
    .term = exceedsBackoffLimit
decision-indexed-job-disabled = Indexed, although the gate is off?
    .explain = If the Job wants an index for each completion while this control plane has that switched off, the controller leaves it alone and says so in an event.
    .term = IndexedJob
decision-tracked-with-finalizers = Are its pods tracked with finalizers?
    .explain = With the gate on and the annotation on the Job, a finalizer holds each pod until its end is in the status. Otherwise the counts are computed from the pods that exist.
    .term = JobTrackingWithFinalizers
decision-tracking-annotation-left = Does the Job still say it is tracked?
    .explain = A Job that was made while the gate was on still carries the annotation, which now has to go.
    .term = job-tracking
decision-suspension-handled = Maintain the condition Suspended?
    .explain = Only if the gate is on, and only if this sync could create or delete pods.
    .term = SuspendJob
decision-failures-exceed-backoff-limit = More failed pods than backoffLimit?
    .explain = Failed pods are counted in the status, so pods that are gone count too. The limit itself may be reached, but not passed.
    .term = BackoffLimitExceeded
decision-deadline-ahead = Is there a deadline to wake up for?
    .explain = If so, each sync requeues the key for when the deadline expires.
    .term = AddAfter
decision-job-indexed = Does each completion have an index?
    .explain = With completionMode Indexed each index from 0 to completions - 1 needs a success of its own.
    .term = completionMode
decision-succeeded-indexes = How many indexes succeeded?
    .explain = The indexes in status.completedIndexes together with those of pods that succeeded since.{ $release ->
        [22] {" "}Without tracking by finalizers: only those of pods that exist right now.
       *[other] {""}
    }
    .term = calculateSucceededIndexes
decision-backoff-limit-per-index-set = Does each index fail by itself?
    .explain = With backoffLimitPerIndex failures count for each index, and the other indexes continue.
    .term = backoffLimitPerIndex
decision-too-many-failed-indexes = More failed indexes than maxFailedIndexes?
    .explain = Above that number the whole Job fails.
    .term = MaxFailedIndexesExceeded
decision-all-indexes-finished = Have all indexes ended, some as failed?
    .explain = When every index has succeeded or failed and at least one failed, the Job fails.
    .term = FailedIndexes
decision-success-policy-matched = Is the success policy met?
    .explain = The rules are tried in order. The first one whose indexes (or number of indexes) have succeeded makes the whole Job a success. A rule with both counts only within its indexes.
    .term = successPolicy
decision-finishing = Is the Job’s end already decided?
    .explain = { $release ->
        [22] By a failure or a deadline; whether completions are reached is asked below. If so, its active pods are deleted first.
        [25] By a failure, a deadline, failed indexes, or a failure that was announced before; whether completions are reached is asked below. If so, its active pods are deleted first.
       *[other] By a failure, a deadline, failed indexes, the success policy, or an end that was announced before; whether completions are reached is asked below. If so, its active pods are deleted first.
    }
    .term = finishedCondition
decision-active-pods-deleted = Are all active pods deleted?
    .explain = Only if every active pod was deleted and the cache shows all that was expected. Otherwise the end is put off to the next sync.
    .term = deleteActivePods
decision-not-found-tolerated = Was it already gone?
    .explain = A pod that no longer exists counts as deleted, or as freed.
    .term = IsNotFound
decision-suspend-condition-changed = Does the condition Suspended change?
    .explain = The condition follows the spec, but a Job that was never suspended does not get it. When a Job resumes, its start time is set again.
    .term = ensureJobConditionStatus
decision-start-time-cleared = Clear the start time?
    .explain = With the gate MutableSchedulingDirectivesForSuspendedJobs on, suspending a Job clears its start time, so that its scheduling can be changed.
    .term = startTime
decision-status-needs-update = Do the running pods’ numbers change?
    .explain = { $release ->
        [22] A change of the number of active pods has to be written even if no pod ended.
        [25] A change of the numbers of active or ready pods has to be written even if no pod ended.
       *[other] A change of the numbers of active, ready or terminating pods has to be written even if no pod ended.
    }
    .term = needsStatusUpdate
decision-only-replace-failed = Is a pod replaced only once it has failed?
    .explain = If so, pods that are still terminating keep their place. A pod failure policy requires that too.
    .term = podReplacementPolicy
decision-pods-to-remove = How many pods are to be removed?
    .explain = Those above the number that should run, or those without a proper index if they are more. If any has to go, none is created in this sync.
    .term = activePodsForRemoval
decision-over-sync-cap = Over the limit for one sync?
    .explain = One sync creates or deletes at most 500 pods. The rest waits for the next.
    .term = MaxPodCreateDeletePerSync
decision-pods-missing = How many pods are missing?
    .explain = { $release ->
        [22] What is wanted, minus the active pods.
       *[other] What is wanted, minus the active pods, minus those that are terminating if their end is waited for.
    }
    .term = diff
decision-pod-backoff-remaining = How long does the back-off still run?
    .explain = After failures in a row new pods wait: 10{"\u00A0"}s after the first, then twice as long each time, up to 10{"\u00A0"}min (6{"\u00A0"}min in v1.27). The time since the last failure is subtracted.
    .term = getRemainingTime
decision-pending-indexes = How many free indexes does this sync use?
    .explain = { $release ->
        [22] As many as pods are missing, as far as there are any: the lowest indexes that have no active pod and have not succeeded.
       *[other] As many as pods are missing, as far as there are any: the lowest indexes that have no active pod and have neither succeeded nor failed. Where pods are replaced only once they have failed, an index whose pod is still terminating is not free.
    }
    .term = firstPendingIndexes
decision-index-backoff-remaining = How long do all free indexes still wait?
    .explain = With backoffLimitPerIndex each index has a back-off of its own. The answer is the shortest wait, or 0{"\u00A0"}s if one of the free indexes is ready for a pod.
    .term = getRemainingTimePerIndex
decision-uncounted-without-finalizer = Have uncounted pods lost their finalizer?
    .explain = Pods listed as uncounted whose finalizer is gone move from the list into the counters.
    .term = cleanUncountedPodsWithoutFinalizers
decision-over-uncounted-cap = More ended pods than one sync counts?
    .explain = { $release ->
        [22] At 500 ended pods, what was found so far is written and released; then the same sync continues with the rest.
       *[other] One sync counts at most 500 ended pods. The Job is not declared finished before the rest is counted.
    }
    .term = MaxUncountedPods
decision-interim-condition-needed = Is its end announced first?
    .explain = { $release ->
        [31] Before Failed or Complete, FailureTarget or SuccessCriteriaMet is written: that decides how the Job ends, and the final condition follows once no pod is terminating.
       *[other] FailureTarget is written first, because it keeps the message while the pods that caused it are removed. Only a FailJob rule leads to it here.
    }
    .term = { $release ->
        [31] FailureTarget, SuccessCriteriaMet
       *[other] FailureTarget
    }
decision-flush-needed = Write the status before removing finalizers?
    .explain = What is to be counted is stored first. If the controller crashes after that, nothing is lost.
    .term = flushUncountedAndRemoveFinalizers
decision-finalizers-to-remove = Are there finalizers to remove?
    .explain = Pods whose end is stored may go, and so may those that will no longer be counted.
    .term = removeTrackingFinalizerFromPods
decision-partial-progress = Were only some finalizers removed?
    .explain = If a removal failed, what did succeed is stored at once.
    .term = flushUncountedAndRemoveFinalizers
decision-may-finish = May the Job be marked finished?
    .explain = Only when no pod is left to be counted and, since v1.31, no pod is still terminating.
    .term = enactJobFinished
decision-second-flush-needed = Write the status again?
    .explain = If pods were counted or the Job is finished, that is written now.
    .term = updateStatusHandler
decision-orphan-pods-listed = How many pods match the selector?
    .explain = All cached pods that the selector of the finished or deleted Job matches; each is looked at.
    .term = syncOrphanPodsBySelector
decision-pod-in-cache = Is the pod in the cache?
    .explain = If it is not, it is gone and needs nothing.
    .term = podStore
decision-controlled-by-other = Does something else control the pod?
    .explain = If the pod’s controller is not a Job, this controller ignores its finalizer.
    .term = GetControllerOf
decision-owner-unfinished = Does a running Job own the pod?
    .explain = Then that Job counts the pod and removes the finalizer itself.
    .term = resolveControllerRef
decision-tracking-finalizer-present = Does the finalizer still hold the pod?
    .explain = If it does, it is removed, so that the pod can go.
    .term = hasJobTrackingFinalizer
decision-needs-cleanup = Does the Job have a TTL?
    .explain = Only Jobs that are finished, have a ttlSecondsAfterFinished and are not already being deleted concern this controller.
    .term = needsCleanup
decision-ttl-expired = Has the TTL expired?
    .explain = It begins when the Job became Complete or Failed. If it is not over, the key waits in the queue until it is.
    .term = timeLeft
decision-terminated-pod-threshold-set = Is there a limit on pods that ended?
    .explain = kube-controller-manager has a flag for it. Pods that ended stay until there are more than it says.
    .term = --terminated-pod-gc-threshold
decision-terminated-pods-over-threshold = How many ended pods are too many?
    .explain = This number of pods is deleted, oldest first; since v1.27 evicted pods come first.
    .term = terminatedPodThreshold
decision-pods-on-unknown-nodes = How many pods are on unknown nodes?
    .explain = The node may be new and the cache stale: the node is quarantined for 40{"\u00A0"}s, and only then is the server asked.
    .term = quarantineTime
decision-node-deleted = Is the node gone for good?
    .explain = If neither the cache nor the server has it after the quarantine, no kubelet will ever report its pods.
    .term = discoverDeletedNodes
decision-orphaned-pods = How many pods lost their node?
    .explain = They are deleted without a grace period. Since v1.26 they are marked Failed first, with the condition DisruptionTarget.
    .term = gcOrphaned
decision-unscheduled-terminating-pods = How many deleted pods never had a node?
    .explain = No kubelet knows them or could confirm that they stopped, so they are deleted at once.
    .term = gcUnscheduledTerminating
decision-pod-ended = Has the pod ended?
    .explain = If not, it is marked Failed before it is deleted, so that it is not mistaken for a pod that still runs.
    .term = markFailedAndDeletePod
decision-node-current = Is the queued object still the one in the graph?
    .explain = An object known only from a reference may have been observed since, or found not to exist. Then there is nothing to do.
    .term = isObserved
decision-item-being-deleted = Is it already being deleted?
    .explain = Deletion cannot be undone: an object that is already being deleted is skipped, unless it waits for its dependents.
    .term = isBeingDeleted
decision-item-gone = Is the object gone from the server?
    .explain = The graph may be stale. If the object is not there, or another has its name, its node is removed as if a delete event had arrived.
    .term = enqueueVirtualDeleteEvent
decision-deleting-dependents = Does it wait for its dependents to go?
    .explain = If it was deleted in the foreground, it stays, marked, until all that block its deletion are gone.
    .term = isDeletingDependents
decision-blocking-dependents = How many dependents does it have to wait for?
    .explain = Only those count whose reference says blockOwnerDeletion. When none is left, the finalizer is removed, and with it the object.
    .term = blockingDependents
decision-finalizer-held = Is the finalizer still there?
    .explain = If another client removed it, nothing is left to do.
    .term = removeFinalizer
decision-owners-named = How many owners does it name?
    .explain = An object without owners is nobody’s dependent, and stays.
    .term = ownerReferences
decision-owner-absent = Is this owner gone?
    .explain = The controller asks the server, unless it remembers that the owner does not exist. Another object of the same name is not the owner: the UID counts.
    .term = isDangling
decision-owner-waits = Does this owner wait for its dependents?
    .explain = An owner that is being deleted in the foreground waits for this object to be deleted.
    .term = waitingForDependentsDeletion
decision-solid-owner = Does an owner keep it?
    .explain = One owner that exists and does not wait is enough.
    .term = classifyReferences
decision-owners-to-drop = Are there owner references to remove?
    .explain = References to owners that are gone, or that wait, are removed: no owner has to wait for this object any more.
    .term = deleteOwnerRef
decision-delete-in-foreground = Do its own dependents have to go first?
    .explain = If an owner waits and the object has dependents itself, it is deleted in the foreground too.
    .term = DeletePropagationForeground
decision-dependents-wait = Could there be a cycle?
    .explain = If one of its dependents waits as well, its own references no longer block, so that the two do not wait for each other.
    .term = unblockOwnerReferences
decision-item-observed = Has an event reported it?
    .explain = If only a reference has, it is checked again until an event reports it, or it is found not to exist.
    .term = isObserved
decision-dependents-to-orphan = How many dependents are left behind?
    .explain = Each loses its reference to the owner. Then the finalizer is removed, and with it the owner.
    .term = orphanDependents

## Timeline

timeline = Timeline
step-controls = Step controls
to-start = To the start
start-word = Start
step-back = Step back
back-word = Back
step-into = Step into
into-word = Into
step-over = Step over
over-word = Over
step-out = Step out
out-word = Out
play = Play
pause = Pause
speed = Speed
position = step { $step } of { $of }
nothing-before = the session starts here
next-rest = Next: the rest of this step
next-apply = Apply a manifest to begin
next-nothing = Nothing more happens on its own
next-nothing-but-a-key = Only a key is due, in { $time }
next-nothing-but-held = { $n ->
    [one] Nothing more happens: { $n } watch event is held back
   *[other] Nothing more happens: { $n } watch events are held back
}
next-deliver-jobs = Next: the watch delivers Job events
next-deliver-pods = Next: the watch delivers pod events
next-sync = Next: a worker syncs the Job
next-sync-of = Next: a worker syncs { $job }
next-sync-orphan = Next: the orphan worker looks for pods to free
next-sync-ttl = Next: the TTL-after-finished controller looks at a Job
next-attempt-to-delete = Next: the garbage collector looks at an object
next-attempt-to-orphan = Next: the garbage collector orphans the dependents of an owner
next-pod-gc = Next: pod garbage collection looks at all pods
next-step-manager = Next: the controller manager continues its start
next-advance = Next: a wait of { $time }
next-run = { $n ->
    [one] Next: a pod starts running
   *[other] Next: { $n } pods start running
}
next-wait = { $n ->
    [one] Next: a pod still cannot start
   *[other] Next: { $n } pods still cannot start
}
next-container-exit = { $n ->
    [one] Next: a sidecar is stopped
   *[other] Next: sidecars of { $n } pods are stopped
}
next-container-end = { $n ->
    [one] Next: a container ends with exit code { $code }
   *[other] Next: containers of { $n } pods end with exit code { $code }
}
next-restart = { $n ->
    [one] Next: the kubelet restarts a container
   *[other] Next: the kubelet restarts containers of { $n } pods
}
next-succeed = { $n ->
    [one] Next: a pod succeeds
   *[other] Next: { $n } pods succeed
}
next-fail = { $n ->
    [one] Next: a pod fails
   *[other] Next: { $n } pods fail
}
next-remove = { $n ->
    [one] Next: a pod goes away
   *[other] Next: { $n } pods go away
}
next-recorded = Next: a recorded step
more-step-controls = More step controls
undo = Undo
undo-what = Undo: { $what }
redo = Redo
redo-what = Redo: { $what }
edit-restarted = the session restarted
edit-opened = another session was opened
edit-branch-named = a branch was renamed
edit-branch-removed = a branch was removed
edit-create-job = the Job was created
edit-import-pods = pods were imported
edit-apply-job = the manifest was applied
edit-patch-job = the Job was patched
edit-delete-job = the Job was deleted
edit-outcomes = rules of what pods do
edit-fault = a fault was armed
edit-fault-removed = a fault was removed
edit-hold = a watch was held back
edit-release = a watch was released
edit-restart = the controller was replaced
edit-deliver = events were delivered
edit-watch = something happened to a watch
edit-sync = a sync by hand
edit-advance = time advanced
edit-namespace = a namespace was created
edit-quota = a quota changed
edit-gc = the garbage collector ran
edit-delete-node = a node was lost
edit-pods = something happened to pods
branches = Branches
branch-first = First run
branch-auto = from step { $step }: { $what }
branch-empty = from step { $step }
branch-length = { $n ->
    [one] { $n } step
   *[other] { $n } steps
}
branch-label = { $name }, { $length }, branched off from { $from } after step { $step }
branch-rename = Rename the branch: { $name }
branch-remove = Remove the branch: { $name }
branch-compare = Compare “{ $name }” with another branch
branch-compare-with = Compare the branch that is shown with { $name }
branch-name = Name of the branch
run-to = Run to
run-to-next = Run to the next, or back to the last
run-on = Run forward
run-back = Run back
run-on-to = Run forward to: { $what }
run-back-to = Run back to: { $what }
run-nowhere-on = It does not happen from here on
run-nowhere-back = It has not happened before
play-full = Playback stopped: longer sessions cannot be saved
breakpoints = Breakpoints
breakpoints-none = No breakpoints yet. Play and “Run to” stop at them.
breakpoint-add = Add breakpoint
breakpoint-remove = Remove the breakpoint: { $what }
bp-about = Stop at
about-decision = a question of the controller
about-condition = a condition of the Job
about-event = an event
about-phase = a pod’s phase
about-write = a call to the API server
bp-which = Which
bp-answer = Answer
bp-reason = With the reason
bp-any = any answer
bp-refused = an error
bp-answered = { $ask } { $answer }
bp-condition-any = any condition of the Job
bp-condition = condition { $condition }
bp-event = event { $reason }
bp-event-any = any event
bp-event-warning = a Warning event
bp-phase = a pod’s phase becomes { $phase }
bp-write-any = any call to the API server
bp-write-refused = a refused call
bp-call = { $call }
bp-call-refused = refused { $call }
verb-patch-job = Job patch
verb-delete-job = Job delete
verb-get-pod = pod read
verb-patch-status = pod status patch
look = Zoom
look-in = Zoom in
look-out = Zoom out
# What the numbers of the chart count.
chart-of = pods:
chart-active = { $n } active
chart-ready = { $n } ready
chart-succeeded = { $n } succeeded
chart-failed = { $n } failed
chart-terminating = { $n } terminating
compare-with = compare with
compare-nothing = nothing
compare-releases = Same actions in another release
compare-title = { $left } and { $right } side by side
compare-leave = Back to debugging
compare-empty = There is nothing to compare yet. Go back, and apply a manifest.
compare-first = First difference
compare-same = No difference: both make the same decisions and writes, and have the same status.
compare-at = at { $time }: { $what }
compare-also-at = At { $time }: { $what }
compare-go = Go to the first difference: { $kind }
compare-decisions = decisions
compare-writes = writes
compare-status = status
compare-happened = what happens
compare-pods = pods
compare-queue = work queue
compare-runs = Both runs
compare-rows = Both runs, side by side
compare-row = row { $row } of { $of }
compare-section = where the lesson is
compare-on = Step forward in both
compare-back = Step back in both
compare-waits = Nothing in this row.
compare-no-job = There is no Job.
compare-no-pods = There are no pods.
compare-nothing-asked = No question is asked in this step.
compare-only-here = only here
compare-differs = differs
compare-unlike = ≠ differs from { $other }
compare-decision = “{ $question }” is answered { $ours } in { $left }; in { $right } the answer is { $theirs }.
compare-decision-only = “{ $question }” is answered { $answer } in { $run }; { $other } does not ask it.
compare-run-at = { $run } (at { $time })
compare-call = { $call } #{ $n }
compare-accepted = accepted
compare-refused = refused ({ $code })
compare-write = { $call } is { $ours } in { $left }; in { $right } it is { $theirs }.
compare-write-only = { $run } makes { $call } ({ $answer }); { $other } does not.
compare-status-both = the next status that { $left } writes says { $ours }; that of { $right } says { $theirs }.
compare-status-only = { $run } writes one more status: { $status }; { $other } writes none.
compare-impossible = { $n ->
    [one] { $n } of your actions is not possible in { $run }, and is left out there:
   *[other] { $n } of your actions are not possible in { $run }, and are left out there:
}
compare-impossible-one = step { $step }, { $what }:
# Where nothing happens on the timeline but that time passes.
wait-length = a wait of { $time }
wait-length-for = { $cause }, { $time }
# The same, not passed yet.
wait-ahead = next: a wait of { $time }
wait-ahead-for = next: { $cause }, { $time }
# What it passes for, in a few words, and in a sentence.
passes-for-back-off = back-off
passes-for-index-back-off = index back-off
passes-for-deadline = to the deadline
passes-for-ttl = TTL
passes-for-batch = batching
passes-for-retry = retry
passes-for-start = pods start
passes-for-pull = image pull
passes-for-run = pods run
passes-for-stop = pods stop
wait-for-back-off = { $time } in which the Job and the pods that it needs wait for the back-off.
wait-for-index-back-off = { $time } in which indexes whose pods failed wait for their back-off.
wait-for-deadline = { $time } until activeDeadlineSeconds is over.
wait-for-ttl = { $time } until ttlSecondsAfterFinished is over.
wait-for-batch = { $time } in which the controller collects events.
wait-for-retry = { $time } until the key is requeued after an error.
wait-for-start = { $time } until pods start.
wait-for-pull = { $time } until the kubelet has tried to pull an image.
wait-for-run = { $time } in which pods run.
wait-for-stop = { $time } until pods have stopped.
wait-next = Next: { $what }
# In the empty part of the timeline.
timeline-empty = What happens is drawn here, from left to right: a notch for each step, and shading where only time passes.
timeline-ahead-short = The next steps come here.
timeline-ahead = The next steps come here. Each notch above is a step; in shaded parts only time passes.
timeline-rest-short = What you do next comes here.
timeline-rest = What you do next comes here; nothing more happens on its own. Each notch above is a step; in shaded parts only time passes.
# In the legend of the timeline as a picture.
picture-active = active pods
picture-ready = ready pods
picture-key-ready = a key is ready
picture-key-delayed = a key waits for its time
picture-written = call
picture-refused = refused call
picture-delivered = watch delivery
picture-held = events wait
lane-branches = branches
lane-markers = markers
lane-syncs = syncs
lane-queue = queue
lane-writes = writes
lane-watch = watch
lane-pods = pods
lane-chart = chart
mark-of-job = { $what } · { $job }
mark-created = created
mark-patched = patched
mark-deleted = deleted
mark-restarted = new controller
mark-refused = { $n } refused
mark-fault = fault armed
mark-failed = { $n ->
    [one] pod failed
   *[other] { $n } pods failed
}

## kubectl

output = kubectl output
output-enlarge = Enlarge kubectl
output-terminal = Terminal
output-job = get job
output-pods = get pods
output-describe = describe
output-events = events
output-yaml = -o yaml
output-metrics = /metrics
terminal-log = Commands and what they printed
terminal-empty = Commands that you type below run here. The other tabs run their command again after every step.
terminal-stdin = { $n ->
    [one] with { $n } line of standard input
   *[other] with { $n } lines of standard input
}
terminal-steps = took { $n } steps
prompt = kubectl command
prompt-hint = get pods, apply -f manifest.yaml
prompt-help = Tab completes what is typed; press Escape and then Tab to leave the field. The up and down arrows bring back earlier commands. manifest.yaml is the text in the editor. Pipes, &&, > and grep work as in a shell.
prompt-stdin = Standard input of { $command }
prompt-stdin-hint = Paste the manifest, then press Ctrl+D or Run
prompt-answer-hint = y and Enter deletes; anything else cancels
prompt-offered = Completions
prompt-completions = { $n ->
    [one] { $n } completion: { $words }
   *[other] { $n } completions: { $words }
}
prompt-no-completion = Nothing completes this. Tab leaves the field.
prompt-run = Run
prompt-run-name = Run command
prompt-stop = Stop watching
prompt-cancel = Cancel
prompt-recall = Previous command
copy-as-kubectl = Copy as kubectl
new-warnings = new warnings
events-lost = { $n ->
    [one] { $n } more event was
   *[other] { $n } more events were
} recorded and never written: the recorder lets a Job have 25 writes{ $each ->
    [type] {" "}of each type
   *[job] {""}
}, and then one more every 5 minutes.
copy = Copy
copied = Copied
copy-refused = The browser does not let the page copy

## Palette, first steps, frame meter

palette = Commands
palette-search = Search commands
palette-find = Find a command
palette-found = { $n ->
    [one] { $n } command
   *[other] { $n } commands
}
palette-nothing = No command has this name, neither in English nor in Chinese.
palette-go = Go to { $region }
palette-output = kubectl: { $tab }
palette-why = Why as: { $view }
palette-pods = Pods as: { $view }
palette-speed = Speed: { $speed }
palette-scenario = Scenario: { $name }
palette-release = Kubernetes { $release }
palette-start = Start page with all lessons
palette-lesson = Lesson: { $title }
palette-sync = A worker syncs the next key
palette-crash-after = A worker syncs the next key and crashes after its first write
output-region = kubectl
release-jobs = Release the watch of Jobs
release-pods = Release the watch of pods
hint = New here?
hint-apply = Under Spec, press Apply to create the Job.
hint-apply-keys = Under Spec, press Apply (Ctrl+Enter) to create the Job.
hint-step = Press Over (F10) again and again: each time the next thing happens in the cluster.
hint-tap = Tap Over at the bottom again and again: each time the next thing happens in the cluster.
hint-why = Read Why: it says what the controller did, and which numbers decided it.
hint-done = Got it
hint-more = How to read this page
hint-dismiss = Do not show this again
meter = Frame meter
meter-told = { $n } frames · apart { $apart } ms · drawn in { $drawn } ms
blank = The screen is black. Press B or . to continue.

## Start page

start-title = Step through the Kubernetes Job controller
start-what = Edit a Job, decide what happens to each pod, and see every decision that the controller makes, as the release that you pick would make it.
start-blank = Blank Job
start-drop = or paste or drop a session, manifests, or kubectl’s YAML
start-debugger = Debugger
debugger-coming = Loading the debugger…
debugger-meanwhile = Read it as text meanwhile
debugger-failed = The debugger could not be loaded. Check the connection.
debugger-again = Try again
starters = Start from a manifest
track-first-steps = First steps
    .what = What a Job is made of, and how its pods are created.
track-failing-well = Failing well
    .what = Limits, back-off, deadlines and policies.
track-asked-most = Frequently asked
    .what = Questions that come up again and again in public threads.
track-the-machinery = The machinery
    .what = Informers, queue and expectations at work.
track-counting-once = Counting once
    .what = How a finished pod is counted exactly once.
track-races-and-releases = Races and releases
    .what = What can go wrong, and in which release.
lessons = Lessons
lessons-search = Search lessons
lessons-search-such = Search: back-off, quota, finalizer
lessons-found = { $n ->
    [one] { $n } lesson found
   *[other] { $n } lessons found
}
lessons-none = No lesson matches. Try fewer words, or others.
lessons-number = { $n ->
    [one] { $n } lesson
   *[other] { $n } lessons
}
lessons-done = { $n } done
lesson-done = done
lesson-at = { $n } of { $of }
lesson-continue = Continue

## Lessons

tab-lesson = Lesson
lesson-all = All lessons
lesson-leave = Leave the lesson
lesson-loading = Loading the lesson…
lesson-absent = This lesson cannot be shown
unknown-address = There is no page at this address. This is the start page.
lesson-unknown = There is no lesson with this name. It may have been renamed: look for it among all lessons.
lesson-not-fetched = One of its files could not be loaded. Check the connection, and load the page again.
lesson-unreadable = One of its files cannot be read. Load the page again; if that does not help, the files of this page are damaged.
lesson-text = The lesson’s text
lesson-left = You have left the lesson’s path: the session is now your own.
lesson-own-way = From here on you are free to try what you like.
lesson-return = Back to the lesson
lesson-back = Previous
lesson-on = Next
lesson-see = See it happen
lesson-skip = Skip the question
lesson-end = To all lessons
lesson-look = Look at: { $region }
lesson-look-row = Look at: { $region }, “{ $row }”
lesson-releases = Kubernetes release
lesson-compare = Side by side
lesson-sources = Further reading
lesson-following = Next lesson
exercise = Type it
exercise-go = To the terminal
exercise-hint = One way to write it
exercise-done = Done: the cluster is in the requested state. Any command with this effect counts.
predict = What do you think?
predict-both = you and the engine
predict-engine = the engine
predict-yours = your answer
predict-right = Right: the engine agrees.
predict-wrong = The engine does something else.
predict-found = What the engine has under { $release } after step { $n }
predict-absent = absent

## Glossary

glossary = Glossary
glossary-what = The terms that the page and the lessons use, in a few sentences each. Kubernetes’ own names stay as they are.
glossary-loading = Loading the glossary…
glossary-missing = The glossary could not be loaded. Check the connection, and load the page again.
glossary-term = What it means
glossary-all = In the glossary

## Explore

explore = Explore
explore-title = Explore every order
explore-what = Events, syncs, pods and timers can interleave in many orders. Explore tries all of them from here, and shows the first one in which what you look for happens.
key-explore = Explore every order
explore-for = Look for
explore-promises = A violated invariant
explore-others = Something else that can happen
explore-mishaps = What else may go wrong
explore-no-mishap = nothing
explore-one-mishap = one thing
explore-two-mishaps = two things
explore-which = Which things may go wrong
mishap-restart = The controller is replaced
mishap-crash = The controller crashes during a sync, after a write
mishap-watch = A watch is lost, and a list follows
mishap-pod-fails = A running pod fails
mishap-pod-deleted = A user deletes a pod
explore-first = Try first
explore-shortest = short orders
explore-shortest-what = The result has as few steps as possible. With several pods the limit of states is reached after a few steps.
explore-usual = orders near the usual one
explore-usual-what = First the usual order to its end, then orders that depart from it once, twice and so on. So it gets to the end of larger Jobs, too.
explore-bounds = How far: { $steps } steps, { $worlds } states
explore-steps = Steps in an order, at most
explore-worlds = Different states, at most
explore-held = What you hold back stays held: none of these orders delivers it.
explore-start = Start
explore-no-job = Apply a manifest first: there is no Job yet.
explore-from = From the session’s current position: { $time }, step { $step }.
explore-under = Searching…
explore-progress = States searched
explore-so-far = { $worlds } states so far, { $waiting } of them to expand, { $speed } a second; orders of { $steps } { $steps ->
        [one] step
       *[other] steps
    }
explore-so-far-usual = { $worlds } states so far, { $waiting } of them to expand, { $speed } a second; { $departures ->
        [0] the usual order
        [one] orders that depart once from the usual one
       *[other] orders that depart { $departures } times from the usual one
    }
explore-stop = Stop
explore-found = { $n ->
        [one] Found: one more step is enough
       *[other] Found: { $n } more steps, and no shorter order leads there
    }
explore-found-usual = Found: { $n ->
        [one] one more step
       *[other] { $n } more steps
    }, { $departures ->
        [0] in the usual order
        [one] with one departure from the usual order
       *[other] with { $departures } departures from the usual order
    }
explore-violations = What the last step does wrong:
# What is wrong where a promise is broken, behind the name of the Job or the queue.
finding-about = { $about }:{" "}
finding-cache-differs = the cache differs from the store
finding-key-held = a worker holds { $key }
finding-key-twice = { $key } is in the queue twice
finding-key-overdue = { $key } should be ready
finding-negative = a counter is { $n }
finding-two-ends = Complete and Failed
finding-complete-without-time = Complete without a completion time
finding-time-without-complete = a completion time, but not Complete
finding-listed-twice = { $uid } is listed twice
finding-ready-beyond-active = ready { $ready }, active { $active }
finding-index-in-both = completed { $completed }, failed { $failed }
finding-unannounced = { $end } without { $announcement }
finding-end-changed = { $before } before, { $now } now
finding-end-gone = { $before } before, not finished now
finding-fell = { $counter } { $before } before, { $now } now
finding-start-changed = startTime { $before } before, { $now } now
finding-start-gone = startTime { $before } before, none now
finding-counted-unheld = { $counted } { $counted ->
    [one] pod
   *[other] pods
} counted, { $held } held
finding-freed-uncounted = { $freed } { $freed ->
    [one] pod
   *[other] pods
} released, { $counted } counted
finding-status-of-another = { $job } got the status of { $other }
finding-active-miscounted = the status says active { $status }, but { $n } { $n ->
    [one] pod is
   *[other] pods are
} active
finding-beyond-parallelism = { $n } { $n ->
    [one] pod
   *[other] pods
} active, parallelism is { $parallelism }
finding-index-taken = another pod for index { $index }
finding-still-active = { $n } { $n ->
    [one] pod is
   *[other] pods are
} active
finding-started = { $n } { $n ->
    [one] pod
   *[other] pods
} started
finding-started-beyond = { $n } { $n ->
    [one] pod
   *[other] pods
} started, { $left } left to do
finding-pods-held = { $n } { $n ->
    [one] pod is
   *[other] pods are
} held by the finalizer
finding-not-ended = { $n } { $n ->
    [one] pod has
   *[other] pods have
} not ended
finding-told-unstored = the event { $reason } was recorded, but the condition is not stored
explore-show = Show it
explore-show-full = The session already has the maximum number of branches. Remove one on the timeline first.
explore-show-what = Adds these steps to the timeline as a branch. The recorded steps stay.
explore-branch = Found: { $what }
explore-none = No order leads there
explore-over = Nothing more happens from here on its own. Go back on the timeline, to a step before the events of interest.
explore-exhausted = All orders were searched to their end: { $worlds } different states, { $tried } steps tried. To search further, allow something to go wrong.
explore-exhausted-mishaps = All orders were searched to their end, with what may go wrong in them: { $worlds } different states, { $tried } steps tried.
explore-not-found = Not found so far
explore-bounded-steps = No order of up to { $steps } steps leads there: all were searched, { $worlds } different states. There are longer ones: allow more steps, or start closer to what you look for.
explore-bounded-worlds = The limit of { $worlds } states is reached. No order of up to { $depth } { $depth ->
        [one] step
       *[other] steps
    } leads there; of longer ones only some were searched. Allow more states, try orders near the usual one first, or start closer to what you look for.
explore-bounded-steps-usual = No order that was searched leads there: { $worlds } different states, in orders of up to { $steps } steps. There are longer ones: allow more steps, or start closer to what you look for.
explore-bounded-worlds-usual = The limit of { $worlds } states is reached. The searched orders depart up to { $departures ->
        [one] once
       *[other] { $departures } times
    } from the usual one, and do not lead there. Allow more states, start closer to what you look for, or take a smaller Job.
explore-stopped = Stopped
explore-stopped-at = { $worlds } different states were searched, and no order of up to { $depth } { $depth ->
        [one] step
       *[other] steps
    } leads there.
explore-stopped-at-usual = { $worlds } different states were searched, in orders that depart up to { $departures ->
        [one] once
       *[other] { $departures } times
    } from the usual one. None leads there.
edit-found = an order was found
goal-any = any violated invariant
    .what = The first step after which a status, a queue or the pods violate an invariant of the control plane.
goal-finished-starts = a pod for a finished Job
    .what = A sync creates a pod although the stored Job is Complete or Failed.
goal-extra-work = more pods than are left to do
    .what = A sync creates more pods than the stored Job still needs (not for Indexed Jobs).
goal-unfinished = a finished Job that becomes unfinished
    .what = A Job that was Complete or Failed loses that condition, or gets the other one.
goal-counters-fall = a count that falls
    .what = status.succeeded or status.failed becomes smaller.
goal-start-moves = a start time that changes
    .what = status.startTime changes although the Job is neither suspended nor resumed.
goal-end-lost = a pod’s end that is not counted
    .what = A pod whose end the controller saw is released, and its end is not in the status.
goal-counted-twice = a pod that counts twice
    .what = A sync counts more ends than there are pods held by the finalizer.
goal-active-wrong = a wrong number of active pods
    .what = A sync that saw everything and met no error writes a number of active pods that differs from the real one.
goal-pods-left = a Job that ends while pods run
    .what = A sync that saw everything ends the Job, and not all of its pods have ended.
goal-over = more active pods than parallelism
    .what = The stored Job has more pods that have not ended and are not being deleted than spec.parallelism.
goal-index-twice = two running pods of one index
    .what = Two pods of an Indexed Job run with the same completion index, even if one is being deleted.
goal-stuck = a Job that is stuck
    .what = Nothing more can happen, none of its pods runs, and the Job has not ended. (A resync after 12 hours or more is not waited for.)
goal-complete = the Job becomes Complete
    .what = The condition Complete is stored as true.
goal-failed = the Job becomes Failed
    .what = The condition Failed is stored as true.
goal-refused = a refused call
    .what = The API server refuses a call of the controller, such as a write with an old resourceVersion.
goal-breakpoint = The first point at which this breakpoint would stop.
promise-kept = { $release } promises that this never happens.
promise-kept-undisturbed = { $release } promises that this does not happen as long as the controller learns the outcome of its own writes.
promise-broken = { $release } is known to break this.
promise-not-made = { $release } makes no such promise.

## Releases

releases = Releases
releases-what = jobscope simulates the Job controller of each of these Kubernetes releases, together with the parts of the API server and of client-go that it uses. Managed clusters run one of the supported or older ones.
release-about = About { $release }
support-supported = Supported
support-supported-what = Kubernetes publishes patches for these releases.
support-older = Older
support-older-what = Kubernetes no longer patches these releases; cloud providers still run them.
support-history = History
support-history-what = These releases show where today’s behavior comes from.
evidence-recorded = Checked against recordings of the real controller of { $tag }.
evidence-read = Read from the source of { $tag }, not recorded.
release-11 = Counts come from the pods that exist; back-off is the requeue count of the work queue.
release-22 = Indexed Jobs and suspension; finalizers keep pods until they are counted, if the gate is on.
release-25 = Finalizers by default; the orphan worker frees the pods of finished Jobs.
release-26 = Pod failure policy by default; every Job is tracked with finalizers.
release-27 = Failed pods have a back-off of their own; completions of Indexed Jobs can change.
release-28 = Events are batched, API errors have a short back-off; limits per index and replacement policy are alpha.
release-29 = Limits per index and the pod replacement policy by default.
release-30 = Success policy and managedBy are alpha; otherwise as v1.29.
release-31 = A condition announces how a Job ends; the Job ends only when none of its pods is terminating.
release-32 = managedBy by default, so the API server checks every status strictly; orphans are freed by selector.
release-33 = Success policy and limits per index are stable; lists report deletions first.
release-34 = Pods are looked up by their controller; a Job whose end was just written is not synced again.
release-35 = managedBy is stable; mutable scheduling directives for suspended Jobs are alpha.
release-36 = The controller waits until its caches have its own writes; scheduling and resources of suspended Jobs can be changed.
release-37 = Like v1.36, with the fields and gates that are known to differ.
changes-title = What changed between { $old } and { $new }?
changes-see = What changed between releases?
changes-from = From
changes-to = to
changes-none = Nothing that jobscope knows of changed between { $old } and { $new }.
changes-gates = Feature gates
changes-fixed = Fixed between { $old } and { $new }
changes-unfixed = Fixed in { $old }, not in { $new }
changes-new = Questions that only { $new } asks
changes-gone = Questions that only { $old } asks
changes-moved = Questions asked at another point of the sync
changes-from-to = { $old } → { $new }
changes-lesson = Lesson: { $title }
stage-none = not there
stage-alpha = alpha, off
stage-beta-off = beta, off
stage-beta = beta, on
stage-ga = stable
maturity-alpha = alpha
maturity-beta = beta
maturity-ga = stable
fix-83810 = A list reports an object that was deleted and created again.
fix-105200 = The controller remembers which finalizers it removed, so that a stale cache does not make it count pods twice.
fix-110294 = Every sync sets the timer for activeDeadlineSeconds, not only the one that sets startTime.
fix-111646 = A pod that was counted as failed while it was being deleted is not also counted as succeeded.
fix-108645 = The orphan worker removes the finalizer from pods of finished Jobs.
fix-112873 = The event and the metrics of a Job’s end come after the write, once.
fix-115658 = A list reports an object that was created and deleted while its creation was queued.
fix-125089 = The status is written when only status.terminating changes.
fix-123775 = A Job is declared finished only when none of its pods is terminating.
fix-124798 = The orphan worker leaves pods alone that another kind of controller owns.
fix-132109 = Deleting a Job removes its back-off record.
fix-127378 = Pods of a deleted Job are freed by one selector key instead of a key for each pod.
fix-134769 = A suspended Job that had started can be resumed although the API server checks status updates strictly.
fix-139457 = While failed pods wait for their replacement, status.active has the real number of pods.
fix-141329 = If pods found by a selector could not be freed, their key is tried again.
switches-gates = Feature gates
switches-fixes = Fixes of later patches
switches-patch = from { $tag }
switches-what = Changing a switch restarts the session.
compare-origin = The cause, since { $release }:
compare-origin-release = New in { $release }. jobscope knows no feature gate or fix behind it.
