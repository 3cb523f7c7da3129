// Recorded histories: what kubectl and an audit log printed is explained, and comes out as a session.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { History, Session } from "jobscope";

// The tests run in a project of their own; the recordings are beside their sources.
const tests = process.env.JOBSCOPE_TESTS ?? new URL("..", import.meta.url).pathname;
const texts = (name) =>
  ["jobs.json", "pods.json", "events.json", "audit.jsonl"].map((file) =>
    gunzipSync(readFileSync(`${tests}/histories/${name}/${file}.gz`)).toString(),
  );

test("a quota's history is explained, write by write and sync by sync", () => {
  const history = History.parse(texts("quota"));
  assert.equal(history.job, "u-quota/ten");
  const explanation = history.explain({ release: "v1.36" });
  assert.equal(explanation.release, "v1.36");
  const { writes, syncs, by } = explanation.report;
  assert.ok(writes.length > 20 && writes.every((write) => write.mark.kind === "explained"));
  assert.ok(by.some((writer) => writer.by === "kubelet"));
  const refused = syncs.filter((sync) => sync.refused > 0);
  assert.ok(refused.length > 0, "the quota refused a sixth pod");
  const sixth = syncs.find((sync) => sync.at > refused.at(-1).at && sync.writes.length > 5);
  assert.ok(sixth !== undefined, "a later sync made it");
});

test("the session of a history is stepped and passed on as any other", () => {
  const explanation = History.parse(texts("pi")).explain({ release: "v1.36" });
  const session = explanation.session();
  const { job } = session.snapshot().jobs[0];
  assert.equal(job.status.succeeded, 1);
  const seen = session.steps().map((step) => step.action.op);
  assert.ok(seen.includes("observe") && seen.includes("inferSync"), seen.join());
  for (const copy of [Session.fromLink(session.toLink()), Session.fromFile(session.toFile())]) {
    assert.deepEqual(copy.snapshot(), session.snapshot());
    assert.deepEqual(copy.steps().map((step) => step.action), session.steps().map((step) => step.action));
  }
});

test("a write that a release does not make is in the report and in the session", () => {
  const { report, session } = (() => {
    const explanation = History.parse(texts("pi")).explain({ release: "v1.28" });
    return { report: explanation.report, session: explanation.session() };
  })();
  const lost = report.writes.find((write) => write.mark.kind === "unexplained");
  assert.equal(lost.mark.nearest.field, "status.terminating");
  const { seen } = session.steps()[lost.step].action;
  assert.deepEqual(seen.unexplained, { lacks: "sync", nearest: lost.mark.nearest });
});

test("without a release all are tried, and the newest of those that explain most is answered with", () => {
  const { release, report } = History.parse(texts("pi")).explain();
  assert.ok(report.writes.every((write) => write.mark.kind === "explained"));
  assert.equal(release, "v1.36", "of those that explain all, the newest that was recorded");
});

test("what is no history throws, and says why", () => {
  for (const [given, said] of [
    [["nothing"], /there is no Job/],
    [[], /there is no Job/],
    [['{"kind":"Event","apiVersion":"audit.k8s.io/v1","level":"Metadata"}'], /level: RequestResponse|there is no Job/],
  ]) {
    assert.throws(() => History.parse(given), (error) => error.cause.kind === "history" && said.test(error.message));
  }
  assert.throws(() => History.parse(texts("pi"), "u-pi/nobody"), /there is no Job u-pi\/nobody/);
  assert.throws(() => History.parse(texts("pi")).explain({ release: "v1.12" }), (error) => error.cause.kind === "argument");
});
