// A session of jobscope, as a test. It needs the package jobscope; run it with node --test.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Session } from "jobscope";

const file = `jobscope: 2
title: With a pod that fails, and without
release: v1.28
manifest: |-
  apiVersion: batch/v1
  kind: Job
  metadata: {name: two}
  spec:
    parallelism: 2
    completions: 2
    template:
      spec:
        restartPolicy: Never
        containers: [{name: c, image: busybox}]
name: All is well
actions:
- apply
- 19
cursor:
  entries: 0
  step: 6
branches:
- actions:
  - op: podFail
    exit:
      c: 42
    pods:
    - two-00000
  - 12
  from:
    step: 8
  name: One pod fails
- actions:
  - op: restart
  - 9
  cursor:
    entries: 0
    step: 12
  from:
    branch: 2
    step: 9
- actions:
  - op: advance
    ms: 500
  from:
    step: 4
branch: 3
breakpoints:
- at: condition
  condition: Complete
narration:
- step: 6
  text:
    en: So far both pods run.
`;

test("it goes as recorded", () => {
  const session = Session.fromFile(file);
  assert.equal(session.cursor().step, 12);
  assert.deepEqual(jobs(session), [
    "two: active 0, succeeded 0, failed 1",
  ]);
  assert.deepEqual(pods(session), [
    "two-00000: Failed",
    "two-00001: Running",
  ]);
  // What the last step that asked anything asked.
  assert.deepEqual(decisions(session), [
    {"id":"key-complete","namespace":true,"name":true},
    {"id":"job-in-cache","found":true},
    {"id":"job-finished","condition":null},
    {"id":"expectations-satisfied","record":null},
    {"id":"pods-claimed","claimed":2,"adopted":0,"released":0},
    {"id":"new-finished-pods","succeeded":0,"failed":1,"ignored":0},
    {"id":"pods-counted","active":1,"succeeded":0,"failed":1,"ready":1,"terminating":null},
    {"id":"start-time-unset","unset":false,"activeDeadlineSeconds":null,"suspended":false},
    {"id":"failure-target-set","present":false},
    {"id":"fail-job-rule-matched","rules":0,"rule":null},
    {"id":"failures-exceed-backoff-limit","failed":1,"backoffLimit":6},
    {"id":"past-backoff-limit-on-failure","restartPolicy":"Never","restarts":0,"zeroNeedsRestart":true,"backoffLimit":6},
    {"id":"past-active-deadline","activeDeadlineSeconds":null,"elapsedMs":1000,"suspended":false},
    {"id":"deadline-ahead","activeDeadlineSeconds":null,"elapsedMs":1000,"suspended":false},
    {"id":"job-indexed","completionMode":"NonIndexed"},
    {"id":"finishing","condition":null},
    {"id":"manage-needed","expectationsSatisfied":true,"deleting":false},
    {"id":"job-suspended","suspend":false},
    {"id":"only-replace-failed","podReplacementPolicy":null,"podFailurePolicy":false},
    {"id":"want-active","completions":2,"succeeded":0,"parallelism":2,"active":1,"notNegative":true},
    {"id":"pods-to-remove","active":1,"want":2,"misplaced":0},
    {"id":"pods-missing","want":2,"terminating":0,"active":1},
    {"id":"pod-backoff-remaining","failures":1,"sinceMs":0,"capMs":600000},
    {"id":"completions-reached","completions":2,"succeeded":0,"active":0,"needsNoActive":true},
    {"id":"job-suspended","suspend":false},
    {"id":"suspend-condition-changed","from":null,"to":"False","reworded":false},
    {"id":"status-needs-update","active":{"from":2,"to":0},"ready":{"from":0,"to":1},"terminating":{"from":null,"to":null},"suspended":null},
    {"id":"uncounted-without-finalizer","succeeded":0,"failed":0},
    {"id":"over-uncounted-cap","considered":1,"indexes":0,"succeeded":0,"failed":1,"cap":500},
    {"id":"interim-condition-needed","condition":null,"announced":false},
    {"id":"flush-needed","counters":true,"cleaned":false,"listed":true,"completedIndexes":false,"failedIndexes":false,"condition":false},
    {"id":"finalizers-to-remove","pods":1},
    {"id":"uncounted-without-finalizer","succeeded":0,"failed":1},
    {"id":"partial-progress","failed":false,"progress":true},
    {"id":"may-finish","condition":null,"capped":false,"uncounted":0,"terminating":null},
    {"id":"second-flush-needed","progress":true,"finished":false},
  ]);
});

function jobs(session) {
  return session.snapshot().jobs.map(({ job: { metadata, status } }) => {
    const { active = 0, succeeded = 0, failed = 0, conditions = [] } = status;
    const held = conditions.filter(({ status }) => status === "True").map(({ type }) => ` ${type}`).join("");
    return `${metadata.name}: active ${active}, succeeded ${succeeded}, failed ${failed}${held}`;
  });
}

function pods(session) {
  return session.snapshot().pods.map(({ name, phase }) => `${name}: ${phase}`);
}

function decisions(session) {
  const asked = ({ trace }) => trace.flatMap((entry) => entry.decision ?? []);
  return session.steps().slice(0, session.cursor().step).map(asked).findLast((all) => all.length > 0) ?? [];
}
