// The package as it is installed: what is in it, what its README promises, how it is loaded.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import init, * as jobscope from "jobscope";

const file = (name) => readFileSync(new URL(`node_modules/jobscope/${name}`, import.meta.url), "utf8");

test("the example in the README prints what the README says", () => {
  const readme = file("README.md");
  const block = (language) => readme.match(new RegExp("```" + language + "\n(.*?)```", "s"))[1];
  const example = new URL("readme-example.mjs", import.meta.url);
  writeFileSync(example, block("js"));
  assert.equal(execFileSync(process.execPath, [example.pathname], { encoding: "utf8" }), block("text"));
});

test("it holds what is published, and nothing else", () => {
  assert.deepEqual(readdirSync(new URL("node_modules/jobscope", import.meta.url)).sort(), [
    "LICENSE",
    "README.md",
    "THIRD-PARTY-NOTICES",
    "jobscope.d.ts",
    "jobscope.js",
    "jobscope_bg.wasm",
    "node.js",
    "package.json",
  ]);
  assert.match(file("LICENSE"), /Apache License/);
  assert.match(file("THIRD-PARTY-NOTICES"), /^imbl \d.*MPL-2\.0.*https:/m);
  const { license, dependencies } = JSON.parse(file("package.json"));
  assert.deepEqual([license, dependencies], ["Apache-2.0", undefined]);
});

test("it is ready with its import, and to wait for it does no harm", async () => {
  const session = new jobscope.Session();
  await init();
  assert.equal(session.nextAction(), undefined);
});
