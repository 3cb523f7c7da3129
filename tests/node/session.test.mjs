// The package's class Session in Node.js: made from a manifest, stepped, asked, refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session, catalogue, releases } from "jobscope";

const manifest = (parallelism) => `
apiVersion: batch/v1
kind: Job
metadata: {name: many}
spec:
  parallelism: ${parallelism}
  completions: ${parallelism}
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: busybox}]
`;

const refusal = (run) => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
  assert.fail("nothing was thrown");
};

test("a job with parallelism 15 is made in batches of 1, 2, 4, 8 and completes", () => {
  const session = new Session(manifest(15), releases()[0]);
  session.stepOut();
  assert.deepEqual(session.syncs()[0].batches.map((batch) => batch.size), [1, 2, 4, 8]);
  while (session.stepOver());
  const [{ job }] = session.snapshot().jobs;
  assert.equal(job.status.succeeded, 15);
  assert.equal(job.status.conditions[0].type, "Complete");
});

test("a quota at the fourth create stops the slow start, which is tried again after the back-off", () => {
  const session = new Session(manifest(15), "v1.11");
  session.apply({ op: "deliver", kind: "all" });
  session.apply({ op: "fault", verb: "create", mode: "forbidden-quota", from: 3 });
  session.apply({ op: "sync" });
  const batches = () => session.syncs().at(-1).batches;
  assert.deepEqual(batches().map((batch) => [batch.size, batch.created.length, batch.refused.length]), [
    [1, 1, 0],
    [2, 2, 0],
    [4, 0, 4],
  ]);
  assert.deepEqual(session.snapshot().queue.delayed.map((waiting) => waiting.readyAt - session.snapshot().now), [10_000]);
  session.apply({ op: "deliver", kind: "pod" });
  while (session.snapshot().pods.length < 15) assert.ok(session.stepOver());
  const { now, start } = session.snapshot();
  assert.ok(now - start <= 10_000, "pods that were seen wake the Job before the back-off is over");
});

test("every step has its questions with their operands", () => {
  const session = new Session(manifest(2), "v1.11");
  const asked = session.stepOut().trace.flatMap((entry) => (entry.decision ? [entry.decision] : []));
  assert.deepEqual(asked[0], { id: "key-complete", namespace: true, name: true });
  assert.deepEqual(asked.find(({ id }) => id === "too-few-active"), { id: "too-few-active", active: 0, parallelism: 2 });
});

test("stepping answers with the step, until nothing more happens", () => {
  const session = new Session(manifest(1));
  const steps = [session.steps()[0]];
  for (let step = session.stepOver(); step; step = session.stepOver()) steps.push(step);
  assert.deepEqual(steps, session.steps());
  assert.equal(session.stepInto(), undefined);
});

test("why explains the present step in words and as a path of questions", () => {
  const session = new Session(manifest(2), "v1.36");
  assert.match(session.why().text, /^The API server has stored the Job many\./);
  const step = session.stepOut();
  const { text, path } = session.why();
  assert.match(text, /^syncJob #1 created 2 pods in 2 slow-start batches\. /);
  const asked = path.filter(({ kind }) => kind === "question");
  for (const { from, at, expression } of asked) {
    assert.equal(step.trace[from].decision.id, at.decision);
    assert.equal(typeof expression, "string");
  }
  const { from, to, depth, standing, ...missing } = asked.find(({ at }) => at.decision === "pods-missing");
  assert.deepEqual(missing, {
    kind: "question",
    at: { function: "manageJob", decision: "pods-missing" },
    text: "How many pods are missing?",
    operands: "2 − 0",
    expression: "2 − 0",
    answer: { value: 2 },
    answerText: "2",
    quiet: false,
    settles: false,
  });
  const present = path.find((row) => row.standing === "present");
  assert.equal(present.kind, "calls");
  const calls = step.trace.slice(present.from, present.to).flatMap(({ call }) => call ?? []);
  assert.deepEqual(calls.map(({ verb }) => verb), ["create", "create"]);
  assert.ok(path.some(({ kind, standing }) => kind === "notAsked" && standing === "never"));
  while (session.stepOver());
  assert.match(session.why().text, /many/);
});

test("why speaks Chinese too, also within a step, and no other language", () => {
  const session = new Session(manifest(1), "v1.11");
  session.stepOver();
  session.stepInto();
  session.stepInto();
  const [english, chinese] = [session.why("en"), session.why("zh-CN")];
  assert.deepEqual(session.why(), english);
  assert.match(chinese.text, /[\u4e00-\u9fff]/);
  assert.deepEqual(chinese.path.map(({ kind, from, to }) => [kind, from, to]), english.path.map(({ kind, from, to }) => [kind, from, to]));
  assert.ok(english.path.some(({ standing }) => standing === "todo"));
  assert.equal(refusal(() => session.why("de")).cause.kind, "argument");
});

test("a breakpoint is run to and back", () => {
  const session = new Session(manifest(1));
  const complete = [{ at: "condition", condition: "Complete" }];
  const hit = session.runTo(complete);
  assert.deepEqual(session.cursor(), hit.cursor);
  assert.equal(session.runTo(complete), undefined);
  while (session.stepOver());
  assert.deepEqual(session.runBack(complete), hit);
  assert.equal(refusal(() => session.runTo([{ at: "noon" }])).cause.kind, "argument");
});

test("a race is explored, heard of and stopped", () => {
  const session = new Session(manifest(1), "v1.11");
  const plan = { goal: { for: "broken", invariant: "start-time-stays" } };
  const { found } = session.explore(plan);
  for (const action of found.actions) session.apply(action);
  assert.equal(found.reached.violations[0].invariant, "start-time-stays");
  assert.equal(typeof found.reached.violations[0].what, "string");
  const small = { goal: { for: "strikes", breakpoint: { at: "event", reason: "Never" } }, maxSteps: 2 };
  assert.deepEqual(new Session(manifest(1)).explore(small), { bounded: "steps" });
  const heard = [];
  const stopped = new Session(manifest(4)).explore({ ...small, maxSteps: 20 }, (progress) => heard.push(progress) < 2);
  assert.equal(stopped, undefined);
  assert.ok(heard.length === 2 && heard[0].worlds < heard[1].worlds);
  assert.equal(refusal(() => session.explore({ goal: { for: "luck" } })).cause.kind, "argument");
});

test("the same actions under two releases are compared", () => {
  const session = new Session(manifest(2), "v1.30");
  while (session.stepOver());
  assert.equal(session.compare(session.under("v1.30")).decision, undefined);
  const { decision } = session.compare(session.under("v1.36"));
  assert.ok(decision && decision.left.what.decision !== decision.right?.what.decision);
  assert.equal(refusal(() => session.under("v9.9")).cause.kind, "argument");
});

test("a release lists the questions of its controller", () => {
  assert.deepEqual(catalogue("v1.28")[0].at, { function: "syncJob", decision: "key-complete" });
  assert.deepEqual(catalogue(), catalogue("v1.36"));
});

test("a step back is exact", () => {
  const session = new Session(manifest(3));
  const states = [JSON.stringify(session.snapshot())];
  while (session.stepOver()) states.push(JSON.stringify(session.snapshot()));
  for (const state of states.reverse()) {
    assert.equal(JSON.stringify(session.snapshot()), state);
    session.stepBack();
  }
});

test("what is offered can be done, and done one after the other leads to where stepping leads", () => {
  const [stepped, acted] = [new Session(manifest(3)), new Session(manifest(3))];
  while (stepped.stepOver());
  for (let next = acted.nextAction(); next; next = acted.nextAction()) {
    const offered = acted.actions();
    assert.ok(offered.length > 0);
    for (const action of offered) {
      const tried = Session.fromFile(acted.toFile());
      assert.deepEqual(tried.apply(action).action, action);
      assert.ok(tried.stepBack());
      tried.free();
    }
    acted.apply(next);
  }
  assert.deepEqual(acted.snapshot(), stepped.snapshot());
  assert.deepEqual(acted.steps(), stepped.steps());
});

test("a refused action throws what is wrong and changes nothing", () => {
  const session = new Session(manifest(1));
  const before = JSON.stringify(session.snapshot());
  assert.deepEqual(refusal(() => session.apply({ op: "sync" })).cause, { kind: "action", error: { kind: "queueEmpty" } });
  const immutable = refusal(() => session.apply({ op: "patchJob", name: "many", patch: { spec: { completions: 9 } } }));
  assert.match(immutable.message, /spec\.completions: Invalid value: 9: field is immutable/);
  assert.match(refusal(() => session.apply({ op: "nothing" })).message, /unknown variant `nothing`/);
  assert.equal(JSON.stringify(session.snapshot()), before);
});

test("a manifest that is not valid throws line and column", () => {
  const { cause, message } = refusal(() => new Session(manifest(-1)));
  const { message: said, problem, ...place } = cause.errors[0];
  assert.deepEqual(place, { line: 6, column: 16, path: "spec.parallelism" });
  assert.deepEqual(problem, { kind: "quoted", message: said });
  assert.match(message, /must be greater than or equal to 0/);
});

test("a hint is an English text and data", () => {
  const { cause } = refusal(() => new Session(manifest(1).replace("parallelism", "paralelism")));
  const [{ hint, advice }] = cause.errors;
  assert.equal(hint, "did you mean parallelism?");
  assert.deepEqual(advice, { kind: "didYouMean", word: "parallelism" });
});

test("feature gates are switches that a release has or has not", () => {
  const gates = (session) => Object.fromEntries(session.snapshot().gates.map(({ gate, enabled }) => [gate, enabled]));
  assert.equal(gates(new Session(manifest(1), "v1.28")).JobReadyPods, true);
  const session = new Session(manifest(1), "v1.28", { JobReadyPods: false });
  assert.equal(gates(session).JobReadyPods, false);
  while (session.stepOver());
  assert.equal(session.snapshot().jobs[0].job.status.ready, undefined);
  assert.equal(session.snapshot().jobs[0].job.status.succeeded, 1);
  assert.equal(refusal(() => new Session(manifest(1), "v1.28", { Warp: true })).cause.kind, "argument");
  assert.equal(refusal(() => new Session(manifest(1), "v1.11", { JobReadyPods: true })).cause.kind, "argument");
});

test("a value that is not plain data is refused and changes nothing", () => {
  const session = new Session(manifest(1));
  const before = JSON.stringify(session.snapshot());
  const cycle = {};
  cycle.self = cycle;
  const nonsense = [undefined, null, 1n, Symbol("x"), () => 1, "sync", [], {}, cycle, { op: "advance", ms: "1" }];
  for (const value of nonsense) {
    assert.equal(refusal(() => session.apply(value)).cause.kind, "argument");
    assert.equal(refusal(() => session.seek(value)).cause.kind, "argument");
  }
  assert.equal(refusal(() => new Session(undefined, "v9.9")).cause.kind, "argument");
  assert.equal(refusal(() => new Session(`${manifest(1)}# ${"x".repeat(256 * 1024)}`)).cause.kind, "manifest");
  assert.equal(JSON.stringify(session.snapshot()), before);
});

test("a session comes back from a file and from a link as it was", () => {
  const session = new Session(manifest(3), "v1.28");
  for (let step = 0; step < 6; step++) session.stepOver();
  session.seek({ step: 4, entries: 0 });
  session.apply({ op: "restart" });
  session.renameBranch(2, "With a crash");
  for (const copy of [Session.fromFile(session.toFile()), Session.fromLink(session.toLink())]) {
    assert.deepEqual(copy.branches(), session.branches());
    assert.deepEqual(copy.snapshot(), session.snapshot());
    assert.deepEqual(copy.steps(), session.steps());
    assert.equal(copy.toFile(), session.toFile());
  }
});

test("what is applied stands in the file as a manifest, and what came with a file goes with it", () => {
  const session = new Session(undefined, "v1.28");
  session.kubectlApply(manifest(2).trimStart());
  assert.match(session.toFile(), /^manifest: \|$/m);
  assert.match(session.toFile(), /^actions:\n- apply$/m);
  const file = `title: Two pods\n${session.toFile()}narration:\n- {step: 1, text: {en: It is stored.}}\n`;
  const copy = Session.fromFile(file);
  assert.ok(copy.stepOver());
  assert.match(copy.toFile(), /^title: Two pods$/m);
  assert.match(copy.toFile(), /It is stored\./);
});

test("kubectl answers, changes the session, and lets time pass while it waits", () => {
  const session = new Session(undefined, "v1.36");
  assert.deepEqual(session.kubectl("get jobs"), { exit: 0, stdout: "", stderr: "No resources found in default namespace.\n" });
  assert.equal(session.kubectl(`kubectl apply -f -\n${manifest(2)}`).stdout, "job.batch/many created\n");
  while (session.snapshot().pods.length < 2) assert.ok(session.stepOver());
  const pod = session.kubectl("get pods -o name").stdout.split("\n")[0];
  const steps = session.steps().length;
  assert.match(session.kubectl(`delete ${pod} --wait=false`).stdout, /^pod "[^"]+" deleted from default namespace\n$/);
  assert.deepEqual(session.steps().slice(steps).map(({ action }) => action.op), ["podDelete"]);
  const { now } = session.snapshot();
  assert.equal(session.kubectl("wait --for=condition=complete job/many --timeout=1h").stdout, "job.batch/many condition met\n");
  assert.ok(session.snapshot().now > now);
  assert.equal(session.kubectl("get job many -o jsonpath={.status.succeeded}").stdout, "2");
  const refused = session.kubectl("delete job nope");
  assert.deepEqual([refused.exit, refused.stderr], [1, 'Error from server (NotFound): jobs.batch "nope" not found\n']);
  session.stepBack();
  assert.equal(Session.fromFile(session.toFile()).toFile(), session.toFile());
});

test("a file that cannot be read throws line and column, a link says that it is broken", () => {
  const wrong = refusal(() => Session.fromFile("jobscope: 1\nrelease: v1.12\n"));
  assert.deepEqual([wrong.cause.kind, wrong.cause.error.line, wrong.cause.error.column], ["file", 2, 10]);
  assert.match(wrong.message, /^line 2, column 10: release: unknown variant/);
  const impossible = refusal(() => Session.fromFile("jobscope: 1\nrelease: v1.28\nactions: [{op: sync}]\n"));
  assert.equal(impossible.cause.kind, "session");
  assert.match(impossible.message, /step 1/);
  const link = new Session(manifest(1)).toLink();
  for (const broken of ["", "9.abc", link.slice(0, -5)]) {
    assert.equal(refusal(() => Session.fromLink(broken)).cause.kind, "session");
  }
  assert.equal(Session.fromLink(`https://example.org/jobscope/#s=${link}`).toLink(), link);
});
