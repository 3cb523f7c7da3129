// Instantiates the deferred module. `cargo xtask dist` puts this into the page's script.
async function instantiate(asked, imports) {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  const streams = answer.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.instantiateStreaming(answer, imports) : WebAssembly.instantiate(await answer.arrayBuffer(), imports);
}
