// Makes the shop readable offline: caches its own files and the visited parts of the catalogue. `SHOP` is defined by text
// inserted before this script. No customer data is ever cached: only responses that are the same for everybody.

const FILES = `boutique-fichiers-${SHOP.version}`
const SEEN = 'boutique-vus'
const MOST_SEEN = 300
const OPEN =
  /^\/(catalogue\/|reference\/|logistics\/)?api\/(products|v1\/publique\/catalogue|publique\/(categories|magasins)|publique\/produits)\b/

addEventListener('install', event => {
  event.waitUntil(caches.open(FILES).then(cache => cache.addAll([SHOP.page, ...SHOP.first])))
  skipWaiting()
})

addEventListener('activate', event => {
  const older = name => name.startsWith('boutique-fichiers-') && name !== FILES
  event.waitUntil(
    caches
      .keys()
      .then(names => Promise.all(names.filter(older).map(name => caches.delete(name))))
      .then(() => clients.claim()),
  )
})

addEventListener('fetch', event => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  const isOwn = origin === location.origin
  if (isOwn && request.mode === 'navigate') event.respondWith(page(request))
  else if (isOwn && pathname.startsWith(SHOP.files)) event.respondWith(file(request))
  else if (request.destination === 'image' || OPEN.test(pathname)) event.respondWith(seen(event))
})

/** The network first. Every address of the shop has the same page, so offline the cached one answers for all of them. */
const page = request => fetch(request).catch(async () => (await caches.match(SHOP.page)) ?? Response.error())

/** File names contain a content hash, so a cached file is never outdated. */
async function file(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(FILES)).put(request, answer.clone())
  return answer
}

/** The network first; offline, the last response. Responses are cached by URL, without the token of the request. */
async function seen(event) {
  const { url } = event.request
  try {
    const answer = await fetch(event.request)
    if (answer.ok || answer.type === 'opaque') event.waitUntil(keep(url, answer.clone()))
    return answer
  } catch {
    return (await caches.match(url, { ignoreVary: true })) ?? Response.error()
  }
}

async function keep(url, answer) {
  const cache = await caches.open(SEEN)
  await cache.put(url, answer)
  const oldest = (await cache.keys()).slice(0, -MOST_SEEN)
  await Promise.all(oldest.map(old => cache.delete(old)))
}
