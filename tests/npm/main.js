// Steps a Job to its end and tells how it ended.
import init, { Session } from "jobscope";

const manifest = `
apiVersion: batch/v1
kind: Job
metadata: {name: pi}
spec:
  completions: 3
  template:
    spec:
      restartPolicy: Never
      containers: [{name: pi, image: perl}]
`;

// Bundlers for older browsers do not take `await` outside of functions.
async function main() {
  await init();
  const session = new Session(manifest, "v1.36");
  while (session.stepOver());
  const { status } = session.snapshot().jobs[0].job;
  const ended = status.conditions.at(-1).type;
  document.querySelector("output").textContent = `${ended} after ${session.steps().length} steps: ${status.succeeded} succeeded`;
}

main();
