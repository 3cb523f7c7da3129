// The package's World in Node.js: made from a manifest, stepped, asked, refused.
import assert from "node:assert/strict";
import { test } from "node:test";
import { World, releases } from "jobscope";

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
  const world = new World(manifest(15), releases()[0]);
  world.stepOut();
  assert.deepEqual(world.syncs()[0].batches.map((batch) => batch.size), [1, 2, 4, 8]);
  while (world.stepOver());
  const [{ job }] = world.snapshot().jobs;
  assert.equal(job.status.succeeded, 15);
  assert.equal(job.status.conditions[0].type, "Complete");
});

test("a quota at the fourth create stops the slow start, which is tried again after the back-off", () => {
  const world = new World(manifest(15), "v1.11");
  world.apply({ op: "deliver", kind: "all" });
  world.apply({ op: "fault", verb: "create", mode: "forbidden-quota", from: 3 });
  world.apply({ op: "sync" });
  const batches = () => world.syncs().at(-1).batches;
  assert.deepEqual(batches().map((batch) => [batch.size, batch.created.length, batch.refused.length]), [
    [1, 1, 0],
    [2, 2, 0],
    [4, 0, 4],
  ]);
  assert.deepEqual(world.snapshot().queue.delayed.map((waiting) => waiting.readyAt - world.snapshot().now), [10_000]);
  world.apply({ op: "deliver", kind: "pod" });
  while (world.snapshot().pods.length < 15) assert.ok(world.stepOver());
  const { now, start } = world.snapshot();
  assert.ok(now - start <= 10_000, "pods that were seen wake the Job before the back-off is over");
});

test("every step has its questions with their operands", () => {
  const world = new World(manifest(2), "v1.11");
  world.stepOut();
  const asked = world.steps().at(-1).trace.flatMap((entry) => (entry.decision ? [entry.decision] : []));
  assert.deepEqual(asked[0], { id: "key-complete", namespace: true, name: true });
  assert.deepEqual(asked.find(({ id }) => id === "too-few-active"), { id: "too-few-active", active: 0, parallelism: 2 });
});

test("a step back is exact", () => {
  const world = new World(manifest(3));
  const states = [JSON.stringify(world.snapshot())];
  while (world.stepOver()) states.push(JSON.stringify(world.snapshot()));
  for (const state of states.reverse()) {
    assert.equal(JSON.stringify(world.snapshot()), state);
    world.stepBack();
  }
});

test("what is offered can be done, and done one after the other leads to where stepping leads", () => {
  const [stepped, acted] = [new World(manifest(3)), new World(manifest(3))];
  while (stepped.stepOver());
  for (let next = acted.nextAction(); next; next = acted.nextAction()) {
    const offered = acted.actions();
    assert.ok(offered.length > 0);
    for (const action of offered) {
      assert.deepEqual(acted.apply(action).action, action);
      assert.ok(acted.stepBack());
    }
    acted.apply(next);
  }
  assert.deepEqual(acted.snapshot(), stepped.snapshot());
  assert.deepEqual(acted.steps(), stepped.steps());
});

test("a refused action throws what is wrong and changes nothing", () => {
  const world = new World(manifest(1));
  const before = JSON.stringify(world.snapshot());
  assert.deepEqual(refusal(() => world.apply({ op: "sync" })).cause, { kind: "action", error: { kind: "queueEmpty" } });
  const immutable = refusal(() => world.apply({ op: "patchJob", name: "many", patch: { spec: { completions: 9 } } }));
  assert.match(immutable.message, /spec\.completions: Invalid value: 9: field is immutable/);
  assert.match(refusal(() => world.apply({ op: "nothing" })).message, /unknown variant `nothing`/);
  assert.equal(JSON.stringify(world.snapshot()), before);
});

test("a manifest that is not valid throws line and column", () => {
  const { cause, message } = refusal(() => new World(manifest(-1)));
  assert.deepEqual({ ...cause.errors[0], message: undefined }, { line: 6, column: 16, path: "spec.parallelism", message: undefined });
  assert.match(message, /must be greater than or equal to 0/);
});

test("feature gates are switches that a release has or has not", () => {
  const gates = (world) => Object.fromEntries(world.snapshot().gates.map(({ gate, enabled }) => [gate, enabled]));
  assert.equal(gates(new World(manifest(1), "v1.28")).JobReadyPods, true);
  const world = new World(manifest(1), "v1.28", { JobReadyPods: false });
  assert.equal(gates(world).JobReadyPods, false);
  while (world.stepOver());
  assert.equal(world.snapshot().jobs[0].job.status.ready, undefined);
  assert.equal(world.snapshot().jobs[0].job.status.succeeded, 1);
  assert.equal(refusal(() => new World(manifest(1), "v1.28", { Warp: true })).cause.kind, "argument");
  assert.equal(refusal(() => new World(manifest(1), "v1.11", { JobReadyPods: true })).cause.kind, "argument");
});

test("what is no data is refused and changes nothing", () => {
  const world = new World(manifest(1));
  const before = JSON.stringify(world.snapshot());
  const cycle = {};
  cycle.self = cycle;
  const nonsense = [undefined, null, 1n, Symbol("x"), () => 1, "sync", [], {}, cycle, { op: "advance", ms: "1" }];
  for (const value of nonsense) {
    assert.equal(refusal(() => world.apply(value)).cause.kind, "argument");
    assert.equal(refusal(() => world.seek(value)).cause.kind, "argument");
  }
  assert.equal(refusal(() => new World(undefined, "v9.9")).cause.kind, "argument");
  assert.equal(refusal(() => new World(`${manifest(1)}# ${"x".repeat(256 * 1024)}`)).cause.kind, "manifest");
  assert.equal(JSON.stringify(world.snapshot()), before);
});

test("a session comes back from a file and from a link as it was", () => {
  const world = new World(manifest(3), "v1.28");
  for (let step = 0; step < 6; step++) world.stepOver();
  world.seek({ step: 4, entries: 0 });
  world.apply({ op: "restart" });
  world.renameBranch(2, "With a crash");
  for (const copy of [World.fromFile(world.toFile()), World.fromLink(world.toLink())]) {
    assert.deepEqual(copy.branches(), world.branches());
    assert.deepEqual(copy.snapshot(), world.snapshot());
    assert.deepEqual(copy.steps(), world.steps());
    assert.equal(copy.toFile(), world.toFile());
  }
});

test("what is applied stands in the file as a manifest, and what came with a file goes with it", () => {
  const world = new World(undefined, "v1.28");
  world.kubectlApply(manifest(2).trimStart());
  assert.match(world.toFile(), /^manifest: \|$/m);
  assert.match(world.toFile(), /^actions:\n- apply$/m);
  const told = `title: Two pods\n${world.toFile()}narration:\n- {step: 1, text: {en: It is stored.}}\n`;
  const copy = World.fromFile(told);
  assert.ok(copy.stepOver());
  assert.match(copy.toFile(), /^title: Two pods$/m);
  assert.match(copy.toFile(), /It is stored\./);
});

test("kubectl answers, changes the session, and lets time pass while it waits", () => {
  const world = new World(undefined, "v1.36");
  assert.deepEqual(world.kubectl("get jobs"), { exit: 0, stdout: "", stderr: "No resources found in default namespace.\n" });
  assert.equal(world.kubectl(`kubectl apply -f -\n${manifest(2)}`).stdout, "job.batch/many created\n");
  while (world.snapshot().pods.length < 2) assert.ok(world.stepOver());
  const pod = world.kubectl("get pods -o name").stdout.split("\n")[0];
  const steps = world.steps().length;
  assert.match(world.kubectl(`delete ${pod} --wait=false`).stdout, /^pod "[^"]+" deleted from default namespace\n$/);
  assert.deepEqual(world.steps().slice(steps).map(({ action }) => action.op), ["podDelete"]);
  const { now } = world.snapshot();
  assert.equal(world.kubectl("wait --for=condition=complete job/many --timeout=1h").stdout, "job.batch/many condition met\n");
  assert.ok(world.snapshot().now > now);
  assert.equal(world.kubectl("get job many -o jsonpath={.status.succeeded}").stdout, "2");
  const refused = world.kubectl("delete job nope");
  assert.deepEqual([refused.exit, refused.stderr], [1, 'Error from server (NotFound): jobs.batch "nope" not found\n']);
  world.stepBack();
  assert.equal(World.fromFile(world.toFile()).toFile(), world.toFile());
});

test("a file that cannot be read throws line and column, a link says that it is broken", () => {
  const wrong = refusal(() => World.fromFile("jobscope: 1\nrelease: v1.12\n"));
  assert.deepEqual([wrong.cause.kind, wrong.cause.error.line, wrong.cause.error.column], ["file", 2, 10]);
  assert.match(wrong.message, /^line 2, column 10: release: unknown variant/);
  const impossible = refusal(() => World.fromFile("jobscope: 1\nrelease: v1.28\nactions: [{op: sync}]\n"));
  assert.equal(impossible.cause.kind, "session");
  assert.match(impossible.message, /step 1/);
  const link = new World(manifest(1)).toLink();
  for (const broken of ["", "9.abc", link.slice(0, -5)]) {
    assert.equal(refusal(() => World.fromLink(broken)).cause.kind, "session");
  }
  assert.equal(World.fromLink(`https://example.org/jobscope/#s=${link}`).toLink(), link);
});
