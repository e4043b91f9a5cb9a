import { effect, signal } from '@preact/signals'
import { config } from '../config.ts'
import { session } from './session.ts'

/** Whether the browser has a network connection. */
export const isOnline = signal(navigator.onLine)
for (const name of ['online', 'offline'])
  addEventListener(name, () => {
    isOnline.value = navigator.onLine
  })

/**
 * Registers the service worker, which caches visited pages for offline use. Without service workers, the shop works as
 * usual.
 */
export function registerServiceWorker() {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const worker = `${config.base}/service-worker.js`
  // The wider scope includes the shop's address without a trailing slash; a static file host rejects it.
  serviceWorker
    .register(worker, { scope: config.base || '/' })
    .catch(() => serviceWorker.register(worker))
    .catch(() => undefined)
  // The next user of the browser must not see which pages were visited.
  let wasSignedIn = false
  effect(() => {
    const isSignedIn = session.value !== undefined
    if (wasSignedIn && !isSignedIn) void caches.delete('boutique-vus')
    wasSignedIn = isSignedIn
  })
}
