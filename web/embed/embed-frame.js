// Starts the embed that embed.html is. What is in that file shows until the engine is there, and the engine comes only once
// the embed is seen or touched. It is compiled once for all embeds on a page: those of the same origin find each other.

// How long another embed may take to compile before this one does it, too, in milliseconds: it may have been removed meanwhile.
const PATIENCE = 20_000;

// Until the engine is there, the link to jobscope leads to the session in the address of the embed.
document.querySelector("#page a").hash = location.hash;

// One place lists the style sheets and names the engine: the page.
const answer = await fetch("./index.html");
const page = new DOMParser().parseFromString(await answer.text(), "text/html");
const styled = [...page.querySelectorAll('link[rel="stylesheet"]')].map((link) => {
  const style = document.importNode(link);
  document.head.append(style);
  return new Promise((done) => (style.onload = style.onerror = done));
});
const address = (selector) => new URL(page.querySelector(selector).getAttribute("href"), document.baseURI).href;
const glue = address('link[rel="modulepreload"]');
const engine = address('link[type="application/wasm"]');

const options = new URLSearchParams(location.search);
const theme = options.get("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

await new Promise((start) => {
  const watch = new IntersectionObserver((seen) => seen.some((part) => part.isIntersecting) && start());
  watch.observe(document.body);
  for (const touch of ["pointerdown", "keydown", "focusin"]) addEventListener(touch, start, { once: true });
});

async function compile() {
  const [answer, script] = await Promise.all([fetch(engine), import(glue)]);
  // Only a published page has modules that it compiles in a way of its own.
  return (script.compileModule ?? WebAssembly.compileStreaming)(answer);
}

function ofAnother() {
  for (let place = 0; place < parent.length; place++) {
    try {
      const known = parent[place].jobscopeEngine;
      if (known) return known;
    } catch {
      // A frame of somebody else.
    }
  }
}

function own() {
  return (window.jobscopeEngine = compile());
}

async function shared() {
  const theirs = ofAnother();
  if (!theirs) return own();
  const late = new Promise((tell) => setTimeout(tell, PATIENCE));
  return (await Promise.race([theirs.catch(() => undefined), late])) ?? own();
}

async function script() {
  const { default: init, fetchTexts } = await import(glue);
  // Only a published page has texts in files.
  await fetchTexts?.(options.get("lang"), ...navigator.languages);
  return init;
}

const [module, init] = await Promise.all([shared(), script(), ...styled]);
await init({ module_or_path: module });
