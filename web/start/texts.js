// The texts of the debugger, in a file for each language. `cargo xtask dist` puts this into the page's script, with TEXTS: the
// names of the files by language. The debugger takes texts from here (web/src/words/texts.rs).
const fetchedTexts = (globalThis.jobscopeTexts = {});

// Fetches the texts in the first of these languages that there is.
export async function fetchTexts(...wanted) {
  const tags = Object.keys(TEXTS);
  const spoken = (tag) => tags.find((known) => new RegExp(`^${known.slice(0, 2)}\\b`, "i").test(tag));
  const tag = wanted.map(spoken).find(Boolean) ?? tags[0];
  if (fetchedTexts[tag]) return;
  const answer = await fetch(new URL(TEXTS[tag], import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  fetchedTexts[tag] = await answer.text();
}
globalThis.jobscopeFetchTexts = fetchTexts;
