// The package in Node.js: the module is read from disk, and ready when the import is.
import { readFileSync } from "node:fs";
import { initSync } from "./jobscope.js";

initSync({ module: readFileSync(new URL("./jobscope_bg.wasm", import.meta.url)) });

export * from "./jobscope.js";
export { default } from "./jobscope.js";
