// Gives a browser without a network the page of the application, and the files that it has loaded. It stores no answer
// of the API: nothing that it keeps is about a person. Each build registers it by an address of its own, and what the
// builds before have kept is deleted.
const CACHE = self.location.search;
const PAGE = '/index.html';

// A name is that of one content, whatever headers it was asked for with.
async function keep(request) {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

async function askFirst(request, otherwise) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(otherwise);
    if (kept === undefined) throw error;
    return kept;
  }
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, '/theme.js', '/mark.svg'])));
});

self.addEventListener('activate', (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name !== CACHE));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(askFirst(request, PAGE));
  else if (pathname.startsWith('/assets/')) event.respondWith(keep(request));
  else if (pathname === '/theme.js' || pathname === '/mark.svg') event.respondWith(askFirst(request, pathname));
});
