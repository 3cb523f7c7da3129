// What TypeScript makes of the package's types. Only compiled, never run.
import init, { History, Session, catalogue, releases } from "jobscope";
import type { Action, CommandOutput, Decision, Release, ErrorCause, OutcomeRule, Report, Snapshot, Step, TraceEntry } from "jobscope";
import type { Comparison, Hit, Question, Verdict, Why, WhyRow, WriteDifference } from "jobscope";

await init();
const release: Release | undefined = releases().at(-1);
const session = new Session("kind: Job", release, { JobReadyPods: false });
const step: Step = session.apply({ op: "advance", ms: 1 });
const actions: Action[] = session.actions();
const snapshot: Snapshot = session.snapshot();
const over: Step | undefined = session.stepOver();
const hit: Hit | undefined = session.runTo([{ at: "condition", condition: "Failed" }]);
const verdict: Verdict | undefined = session.explore({ goal: { for: "stuck" }, mishaps: ["crash"], maxMishaps: 1 }, ({ worlds }) => worlds < 10);
const comparison: Comparison = session.compare(session.under("v1.30"));
const questions: Question[] = catalogue("v1.36");
const why: Why = session.why("zh-CN");
// A row is known by its kind, and has the fields of that one.
const settled: string[] = why.path.flatMap((row: WhyRow) =>
  row.kind === "question" && row.settles ? [`${row.at.decision}: ${row.expression} ${row.answerText}`] : [],
);
session.seek({ step: 1, entries: 0 });
const output: CommandOutput = session.kubectl("get pods -o wide");
const failed: boolean = output.exit !== 0 && output.stderr !== output.stdout;
const copies: Session[] = [Session.fromFile(session.toFile()), Session.fromLink(session.toLink())];

const rules: OutcomeRule[] = [
  { pods: { from: 2 }, startMs: 0, runMs: 1_000, end: "fail", exitCode: 42 },
  { startMs: 0, runMs: 0, end: "hang" },
];
session.apply({ op: "setOutcomes", rules });

// An action is known by its op, and has the fields of that one.
function said(action: Action): string {
  switch (action.op) {
    case "advance":
      return `${action.ms.toFixed()} ms`;
    case "podRun":
      return action.pods.join();
    default:
      return action.op;
  }
}

const decisions = (trace: TraceEntry[]): Decision[] => trace.flatMap((entry) => ("decision" in entry ? [entry.decision] : []));

function because(cause: ErrorCause): string {
  switch (cause.kind) {
    case "manifest":
      return cause.errors.map((error) => `${error.line}:${error.column} ${error.path}`).join();
    case "file":
      return `${cause.error.line}:${cause.error.column} ${cause.error.path}`;
    case "session":
      return cause.message;
    case "action":
      return cause.error.kind;
    case "history":
    case "argument":
      return cause.message;
  }
}

const explanation = History.parse(["{}"], "default/pi").explain({ release: "v1.36" });
const report: Report = explanation.report;
const replayed: Session = explanation.session();
const differences: WriteDifference[] = report.writes.flatMap(({ mark }) =>
  mark.kind === "explained" || !mark.nearest ? [] : [mark.nearest],
);
// @ts-expect-error: there is no such option.
History.parse(["{}"]).explain({ version: "v1.36" });

// @ts-expect-error: there is no such action.
session.apply({ op: "explode" });
// @ts-expect-error: this action has another field.
session.apply({ op: "advance", seconds: 1 });
// @ts-expect-error: an end by failure has an exit code.
session.apply({ op: "setOutcomes", rules: [{ startMs: 0, runMs: 0, end: "fail" }] });
// @ts-expect-error: there are no texts in this language.
session.why("de");
// @ts-expect-error: there is no such goal.
session.explore({ goal: { for: "luck" } });
// @ts-expect-error: there is no such release.
new Session("kind: Job", "v1.12");
// @ts-expect-error: there is no such gate.
new Session("kind: Job", "v1.28", { Warp: true });

export { actions, because, comparison, copies, decisions, differences, failed, hit, over, questions, replayed, said, settled, snapshot, step, verdict, why };
