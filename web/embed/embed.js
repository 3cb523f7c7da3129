// The custom element <job-scope>: a scenario in an article. See docs/embed.md.
//
// The element shows what is written in it until it is near to be seen; then a frame of embed.html takes that place. All frames
// share one compiled engine. Frames of embed.html that were written by hand get their height from here, too.

const base = new URL(".", import.meta.url);
const origin = base.origin;
const LONGEST = 1 << 20; // of a scenario's file, in bytes
const VERSION = 1;
const EVENTS = ["step", "finished", "height", "error"];
// Attributes that the frame knows as options.
const OPTIONS = ["panels", "release", "start-step", "theme", "lang", "readonly"];

const style = new CSSStyleSheet();
style.replaceSync(`
:host { display: block; position: relative; margin: 1em 0; }
:host([hidden]) { display: none; }
.poster { display: block; padding: 12px 16px; border: 1px solid #8888; border-radius: 10px; }
.wrong { margin: 8px 0; padding-inline-start: 10px; border-inline-start: 3px solid #c33; }
::slotted(iframe) { display: block; width: 100%; height: 440px; border: 0; border-radius: 10px; color-scheme: normal; }
:host([data-state="coming"]) ::slotted(iframe) { position: absolute; opacity: 0; pointer-events: none; }
:host([data-state="here"]) .place { display: none; }
@media print { :host([data-poster]) ::slotted(iframe) { display: none; } :host([data-poster]) .place { display: block !important; } }
`);

const say = (frame, command) => frame.contentWindow?.postMessage({ jobscope: VERSION, ...command }, origin);

// A session as it stands in a link; anything else is the address of a file.
function session(scenario) {
  const link = scenario.match(/(?:^|#s=)(\d+\.[\w-]+)$/);
  return link?.[1];
}

async function read(address) {
  const fetched = fetch(new URL(address, document.baseURI));
  const answer = await fetched.catch((error) => Promise.reject(new Error(`${address} cannot be fetched: ${error.message}`)));
  if (!answer.ok) throw new Error(`${address} cannot be fetched: ${answer.status} ${answer.statusText}`);
  const body = await answer.blob();
  if (body.size > LONGEST) throw new Error(`${address} is longer than a scenario may be`);
  return body.text();
}

class JobScope extends HTMLElement {
  static observedAttributes = ["scenario", ...OPTIONS];
  #place = document.createElement("div"); // of the poster
  #wrong = document.createElement("p");
  #frame;
  #waiting = []; // commands until the frame listens; undefined from then on
  #near = new IntersectionObserver((seen) => seen.some((part) => part.isIntersecting) && this.#start(), { rootMargin: "200px" });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [style];
    const [poster, frame] = [document.createElement("slot"), document.createElement("slot")];
    poster.textContent = "jobscope";
    frame.name = "frame";
    this.#wrong.className = "wrong";
    this.#wrong.setAttribute("role", "alert");
    this.#place.append(poster);
    root.append(this.#place, frame);
    for (const touch of ["pointerenter", "pointerdown", "focusin"]) this.addEventListener(touch, () => this.#start());
  }

  connectedCallback() {
    // What is written in the element is the poster as it is; a border is only for a word of our own.
    const written = this.childElementCount > 0;
    this.#place.className = written ? "place" : "place poster";
    this.toggleAttribute("data-poster", written);
    this.#near.observe(this);
  }

  disconnectedCallback() {
    this.#stop();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.#frame) return;
    this.#stop();
    this.#near.observe(this);
  }

  /** Steps go by themselves. */
  play() { this.#say({ do: "play" }); }
  /** They no longer do. */
  pause() { this.#say({ do: "pause" }); }
  /** To the place after so many steps. */
  goto(step) { this.#say({ do: "goto", step }); }
  /** That this happens now. */
  apply(action) { this.#say({ do: "apply", action }); }

  #say(command) {
    this.#start();
    if (this.#waiting) this.#waiting.push(command);
    else say(this.#frame, command);
  }

  #start() {
    if (this.#frame || !this.isConnected) return;
    this.#near.disconnect();
    this.#wrong.remove();
    const scenario = (this.getAttribute("scenario") ?? "").trim();
    const inLink = session(scenario);
    const address = new URL("embed.html", base);
    for (const option of OPTIONS) if (this.hasAttribute(option)) address.searchParams.set(option, this.getAttribute(option));
    if (inLink) address.hash = `s=${inLink}`;
    else if (scenario) address.searchParams.set("later", "");
    const frame = (this.#frame = document.createElement("iframe"));
    frame.title = this.title || this.getAttribute("aria-label") || "jobscope";
    frame.src = address;
    // Not in the shadow: frames of one page find each other, and share the engine, only in its own tree.
    frame.slot = "frame";
    this.#waiting = [];
    this.dataset.state = "coming";
    this.append(frame);
    if (scenario && !inLink) {
      read(scenario).then(
        (text) => this.#frame === frame && this.#say({ do: "open", scenario: text }),
        // Unless the element has another scenario by now.
        (error) => this.#frame === frame && this.#fail(error),
      );
    }
  }

  // The poster stays, with the reason below it. Touching it fetches the scenario again.
  #fail(error) {
    const message = String(error.message ?? error);
    this.#stop();
    this.#wrong.textContent = message;
    this.#place.after(this.#wrong);
    this.#tell("error", { message });
  }

  #stop() {
    this.#near.disconnect();
    this.#frame?.remove();
    this.#frame = undefined;
    this.#waiting = [];
    delete this.dataset.state;
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // What the frame says, from the listener below.
  static hear(element, message) {
    element.#hear(message);
  }

  #hear({ on, jobscope, ...detail }) {
    const frame = this.#frame;
    if (on === "ready") {
      say(frame, { do: "hello" });
      const waiting = this.#waiting ?? [];
      this.#waiting = undefined;
      for (const command of waiting) say(frame, command);
    } else if (EVENTS.includes(on)) {
      if (on === "height") {
        rise(frame, detail.height);
        this.dataset.state = "here";
      }
      this.#tell(on, detail);
    }
  }
}

function rise(frame, height) {
  if (Number.isInteger(height) && height > 0) frame.style.height = `${Math.min(height, 4000)}px`;
}

addEventListener("message", ({ source, origin: from, data }) => {
  if (from !== origin || !source || data?.jobscope !== VERSION) return;
  const frame = [...document.querySelectorAll("iframe")].find((frame) => frame.contentWindow === source);
  if (!frame) return;
  if (frame.parentElement instanceof JobScope) return JobScope.hear(frame.parentElement, data);
  if (data.on === "ready") say(frame, { do: "hello" });
  if (data.on === "height") rise(frame, data.height);
});
// Those that were ready before this was.
for (const frame of document.querySelectorAll("iframe")) if (frame.src.startsWith(base.href)) say(frame, { do: "hello" });

customElements.define("job-scope", JobScope);
