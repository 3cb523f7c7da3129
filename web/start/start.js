// The start page until the debugger is there. `cargo xtask dist` writes START above this: what is known of the lessons, and
// texts. The script runs before anything is drawn.
//
// The page is the same markup that the debugger draws (web/src/prerender.rs). Theme, language, search and progress work here
// in the same way. What needs a session is remembered, and repeated once the debugger is there.
(() => {
  const root = document.documentElement;
  const tags = Object.keys(START.words);
  const listening = new AbortController();
  const on = (target, types, listener) => {
    for (const type of types.split(" ")) target.addEventListener(type, listener, { signal: listening.signal });
  };

  function stored(key) {
    try {
      return JSON.parse(localStorage.getItem(`jobscope.${key}`));
    } catch {
      return null;
    }
  }

  const settings = { ...stored("settings") };
  const spoken = (tag) => tags.find((known) => new RegExp(`^${known.slice(0, 2)}\\b`, "i").test(tag));
  let locale = tags.includes(settings.locale) ? settings.locale : (navigator.languages.map(spoken).find(Boolean) ?? tags[0]);
  const words = () => START.words[locale];

  function choose(choice) {
    Object.assign(settings, choice);
    try {
      localStorage.setItem("jobscope.settings", JSON.stringify(settings));
    } catch {
      // The page works without storage.
    }
    dress();
  }

  function dress() {
    root.lang = locale;
    if (settings.theme === "light" || settings.theme === "dark") root.dataset.theme = settings.theme;
    else delete root.dataset.theme;
  }

  // As the routes of the page: web/src/route.rs.
  function isStart() {
    const { hash, search } = location;
    const query = new URLSearchParams(search);
    if (hash.startsWith("#s=") || query.has("src") || query.has("live")) return false;
    if (!hash.startsWith("#/")) return typeof stored("manifest") !== "string";
    return !/^#\/((debugger|glossary|releases)(\/|$)|lesson\/.)/.test(hash);
  }

  let page, status;
  const contents = {}; // the elements of the page in each language
  const starts = {}; // of these the start page
  const nameOf = (card) => card.querySelector("a").getAttribute("href").replace("#/lesson/", "");
  const filled = (text, values) => text.replace(/\{(n|of)\}/g, (_, name) => values[name]);
  const counted = ([one, other], n) => (n === 1 ? one : filled(other, { n }));

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = text;
    return made;
  }

  function prepare(start, words) {
    for (const link of start.querySelectorAll("[data-route]")) {
      link.setAttribute("href", link.dataset.route);
      link.removeAttribute("data-route");
    }
    const { lessons, last } = Object(stored("lessons"));
    for (const card of start.querySelectorAll(".card")) {
      const name = nameOf(card);
      const reached = lessons?.[name];
      if (!reached) continue;
      const { section = 0, done = false } = reached;
      const of = START.lessons[name][0];
      card.classList.add(done ? "done" : "cur");
      card.querySelector(".meta").append(element("b", "", done ? words.over : filled(words.at, { n: section + 1, of })));
      if (name !== last || done || section === 0) continue;
      const link = element("a", "resume", card.querySelector("h4").textContent);
      link.href = `#/lesson/${name}`;
      link.prepend(element("b", "", words.resume));
      const progress = element("i", "prog", "");
      progress.style.setProperty("--p", `${Math.floor(((section + 1) * 100) / Math.max(of, 1))}%`);
      link.append(progress);
      start.querySelector(".lessons-bar").append(link);
    }
  }

  function labelTheme() {
    for (const tag of tags) {
      const button = starts[tag].querySelector(".theme");
      button.title = START.words[tag].themes[settings.theme] ?? START.words[tag].themes.system;
      button.setAttribute("aria-label", button.title);
    }
  }

  // The texts of each lesson, in all languages, that a search goes through; as in web/src/lessons/search.rs.
  let texts;
  function textsOf(name) {
    texts ??= Object.fromEntries(Object.entries(START.lessons).map(([name, [, terms]]) => [name, [name, ...terms]]));
    return texts[name];
  }

  function learnTexts() {
    for (const tag of tags) {
      for (const card of starts[tag].querySelectorAll(".card")) {
        for (const part of card.querySelectorAll("h4, p, .meta > span")) textsOf(nameOf(card)).push(part.textContent.toLowerCase());
      }
    }
  }

  function has(name, word) {
    const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);
    const isIn = (asked) => (isAscii(asked) ? word.startsWith(asked) : word.includes(asked));
    const isMeant = (asked) => isIn(asked) || ((word.length >= 3 || !isAscii(word)) && asked.startsWith(word));
    return (
      START.asked.some(([asked, lessons]) => isMeant(asked) && lessons.includes(name)) ||
      textsOf(name).some((text) => text.includes(word) || text.replaceAll("-", "").includes(word))
    );
  }

  function search(typed) {
    const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
    if (wanted.length && !texts) learnTexts();
    const found = new Set(Object.keys(START.lessons).filter((name) => wanted.every((word) => has(name, word))));
    for (const tag of tags) {
      const [start, words] = [starts[tag], START.words[tag]];
      start.querySelector("[type=search]").value = typed;
      start.querySelector(".lessons-bar [role=status]").textContent = wanted.length ? counted(words.found, found.size) : "";
      for (const track of start.querySelectorAll(".lesson-track")) {
        const cards = [...track.querySelectorAll(".card")];
        for (const card of cards) card.hidden = !found.has(nameOf(card));
        const shown = cards.filter((card) => !card.hidden);
        const done = shown.filter((card) => card.matches(".done")).length;
        track.hidden = shown.length === 0;
        track.querySelector(".th .muted").textContent = counted(words.number, shown.length);
        track.querySelector(".th .done")?.remove();
        if (done) track.querySelector(".th").append(element("b", "done", counted(words.done, done)));
      }
      start.querySelector("main > .empty")?.remove();
      if (found.size === 0) start.querySelector("main").append(element("p", "empty", words.none));
    }
  }

  function draw() {
    if (page.dataset.static === locale) return;
    page.replaceChildren(status, ...contents[locale]);
    page.dataset.static = locale;
  }

  function title() {
    document.title = isStart() ? `${words().title} · jobscope` : "jobscope";
  }

  // What is to be done once the debugger is there; what was wanted last.
  let repeat;
  function want(what) {
    repeat = what;
    say(words().coming);
    begin();
  }

  // Says how loading goes, and where what is waited for can be read meanwhile.
  function say(text, ...more) {
    status.replaceChildren(text, ...more);
    const address = asDocument();
    if (!address) return;
    const link = element("a", "", words().meanwhile);
    link.href = address;
    status.append(" ", link);
  }

  function sayFailed() {
    const again = element("button", "btn sm", words().again);
    again.type = "button";
    again.onclick = () => want(repeat);
    say(words().failed, " ", again);
  }

  const buttons = () => [...page.querySelectorAll(".start button")];

  function pressed(event) {
    const button = event.target.closest?.(".start button");
    if (!button) return;
    if (button.matches(".theme")) {
      const themes = ["system", "light", "dark"];
      choose({ theme: themes[(Math.max(themes.indexOf(settings.theme), 0) + 1) % themes.length] });
      labelTheme();
    } else if (button.matches(".lang")) {
      locale = tags.find((tag) => tag !== locale);
      choose({ locale });
      draw();
      title();
      page.querySelector(".lang").focus();
    } else if (button.nextElementSibling?.matches("[type=file]")) {
      button.nextElementSibling.click();
    } else {
      const at = buttons().indexOf(button);
      want(() => buttons()[at]?.click());
    }
  }

  function carried(fill) {
    const data = new DataTransfer();
    fill(data);
    return data;
  }

  const opened = (files) => {
    const init = { dataTransfer: carried((data) => files.forEach((file) => data.items.add(file))), bubbles: true, cancelable: true };
    want(() => page.dispatchEvent(new DragEvent("drop", init)));
  };

  const isOfFiles = (event) => event.dataTransfer?.types.includes("Files");

  function listen() {
    on(document, "click", pressed);
    on(page, "input", (event) => event.target.matches("[type=search]") && search(event.target.value));
    on(page, "change", (event) => {
      if (!event.target.matches("[type=file]") || !event.target.files.length) return;
      opened([...event.target.files]);
      event.target.value = "";
    });
    on(window, "dragover", (event) => isOfFiles(event) && event.preventDefault());
    on(window, "drop", (event) => {
      if (!isOfFiles(event)) return;
      event.preventDefault();
      opened([...event.dataTransfer.files]);
    });
    on(window, "paste", (event) => {
      const text = event.clipboardData?.getData("text/plain");
      if (!text || event.target.closest?.("textarea, input, select, [contenteditable]")) return;
      const init = { clipboardData: carried((data) => data.setData("text/plain", text)), bubbles: true, cancelable: true };
      want(() => document.body.dispatchEvent(new ClipboardEvent("paste", init)));
    });
    on(window, "hashchange", route);
    // A press that has begun ends on the element that it began on, and so does a text that is being composed.
    on(window, "pointerdown compositionstart", () => (held = true));
    on(window, "pointerup pointercancel compositionend", () => setTimeout(() => (held = false)));
  }

  let held = false;
  async function notHeld() {
    for (let tries = 0; held && tries < 40; tries++) await new Promise((later) => setTimeout(later, 50));
  }

  function route() {
    const waits = !isStart();
    root.toggleAttribute("data-waits", waits);
    if (!page) return;
    title();
    if (waits) want(undefined);
    else if (!repeat) status.textContent = "";
  }

  // The document of a lesson or the glossary.
  function asDocument() {
    const [, kind, name] = location.hash.split("/");
    if (kind === "lesson" && Object.hasOwn(START.lessons, name)) return `lessons/${name}/${locale}.html`;
    if (kind === "glossary") return `glossary/${locale}.html${name ? `#${name}` : ""}`;
  }

  // A style sheet that the document may have already.
  function styled(href) {
    return new Promise((done, failed) => {
      if (document.head.querySelector(`link[href="${href}"]`)) return done();
      const link = element("link", "", "");
      Object.assign(link, { rel: "stylesheet", href, onload: done });
      link.onerror = () => {
        link.remove();
        failed(new Error(href));
      };
      document.head.append(link);
    });
  }

  // Loads the debugger; what starts it. A browser remembers that a module could not be loaded, so it is asked for by another
  // address then.
  let tries = 0;
  async function load() {
    const again = tries++ ? `?${tries}` : "";
    const { content } = document.getElementById("debugger");
    const address = (kind) => new URL(content.querySelector(kind).getAttribute("href"), document.baseURI).href;
    const styles = [...content.querySelectorAll("[rel=stylesheet]")].map((link) => styled(link.getAttribute("href")));
    const script = import(address("[rel=modulepreload]") + again);
    const asked = fetch(address('[type="application/wasm"]'));
    const engine = Promise.all([asked, script]).then(([answer, { compileModule }]) => compileModule(answer));
    const texts = script.then(({ fetchTexts }) => fetchTexts(locale));
    const [module, { default: init, fetchTexts }] = await Promise.all([engine, script, texts, ...styles]);
    return async () => {
      // The language may be another one by now.
      await fetchTexts(locale);
      await init({ module_or_path: module });
    };
  }

  // What can have the focus, in the same order here and in the debugger's start page.
  const places = () => [...page.querySelectorAll(".start :is(a, button, input)")].filter((place) => !place.closest("[hidden]"));

  // Where the reader is on this page; what leads there on the page that takes its place.
  function remembered() {
    const focused = places().indexOf(document.activeElement);
    const field = page.querySelector("[type=search]");
    const hasFocus = field === document.activeElement;
    const { value, selectionStart, selectionEnd } = field;
    const [left, top] = [scrollX, scrollY];
    return async () => {
      const search = page.querySelector(".start [type=search]");
      if (!search) return;
      if (value) {
        search.value = value;
        search.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }
      // At once, so that no key goes astray.
      if (hasFocus) {
        search.focus({ preventScroll: true });
        search.setSelectionRange(selectionStart, selectionEnd);
      }
      // Now the debugger has drawn what was found.
      await new Promise((later) => setTimeout(later));
      if (document.activeElement === document.body) places()[focused]?.focus({ preventScroll: true });
      scrollTo({ left, top, behavior: "instant" });
    };
  }

  // The debugger replaces this page. It sends an event before that, and one when it handles input (web/src/app.rs).
  async function handOver(start) {
    await ready;
    await notHeld();
    let restore;
    addEventListener("jobscope-draws", () => (restore = isStart() ? remembered() : undefined), { once: true });
    const listens = new Promise((done) => addEventListener("jobscope-listens", done, { once: true }));
    await start();
    await listens;
    listening.abort();
    root.removeAttribute("data-waits");
    delete page.dataset.static;
    await restore?.();
    repeat?.();
    delete root.dataset.coming;
  }

  let begun;
  function begin() {
    if (begun) return;
    root.dataset.coming = "";
    begun = load().then(handOver).catch(async (error) => {
      await ready;
      begun = undefined;
      delete root.dataset.coming;
      // Nobody waits for what is loaded when the browser is idle.
      if (status.textContent) sayFailed();
      console.warn(error);
    });
  }

  // Readers who save data load the debugger when they want it.
  const loadsWhenIdle = !navigator.connection?.saveData;
  if (loadsWhenIdle) root.dataset.coming = "";
  dress();
  route();
  const ready = new Promise((done) => {
    document.addEventListener("DOMContentLoaded", () => {
      page = document.getElementById("page");
      status = page.querySelector(".loading");
      for (const tag of tags) {
        const template = document.getElementById(`start-${tag}`);
        const nodes = template ? document.importNode(template.content, true).children : page.children;
        contents[tag] = [...nodes].filter((node) => node !== status);
        starts[tag] = contents[tag].find((node) => node.matches(".start"));
        prepare(starts[tag], START.words[tag]);
      }
      // Something may be typed already.
      search(page.querySelector("[type=search]").value);
      labelTheme();
      draw();
      listen();
      route();
      done();
    });
  });
  if (!isStart()) begin();
  addEventListener("load", () => {
    if (!loadsWhenIdle || tries) return;
    if (window.requestIdleCallback) requestIdleCallback(begin, { timeout: 2000 });
    else setTimeout(begin, 200);
  });
})();
