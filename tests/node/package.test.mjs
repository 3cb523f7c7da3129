// The package as Node.js loads it. JOBSCOPE_NODE_PACKAGE names its folder; `cargo xtask test node` builds it there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createRequire } from "node:module";

const folder = process.env.JOBSCOPE_NODE_PACKAGE;
assert.ok(folder, "JOBSCOPE_NODE_PACKAGE is not set. Run: cargo xtask test node");

test("the package names its entry and its types, and loads", () => {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  assert.equal(manifest.license, "Apache-2.0");
  assert.ok(readFileSync(join(folder, manifest.types), "utf8").length > 0);
  assert.equal(typeof createRequire(import.meta.url)(folder), "object");
});
