// Keeps the files of the page, so that it works without a network once it was there. `cargo xtask dist` writes VERSION
// and FILES above this: a name for all of the files together, and their names.
const ours = `jobscope ${self.registration.scope} `;
const name = ours + VERSION;

const addressOf = (file) => new URL(file, self.registration.scope).href;

async function keep(cache, file) {
  const answer = await fetch(addressOf(file), { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  // A browser does not show a page from an answer that came by way of another address.
  const plain = answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
  await cache.put(addressOf(file), plain);
}

async function keepAll() {
  const cache = await caches.open(name);
  await Promise.all(FILES.map((file) => keep(cache, file)));
}

// Other sites of the same host, and this one under another path, have their own.
async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((other) => other.startsWith(ours) && other !== name).map((other) => caches.delete(other)));
}

async function answer(request) {
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  if (address.href.endsWith("/")) address.pathname += "index.html";
  const cache = await caches.open(name);
  return (await cache.match(address.href)) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(self.registration.scope)) event.respondWith(answer(request));
});
// A new version waits until the person says so: pages that are open go on with the files that they began with.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});
