import { effect, signal } from '@preact/signals'
import { config } from '../config.ts'
import { session } from './session.ts'

/** Whether the browser has a network at all. */
export const isOnline = signal(navigator.onLine)
for (const name of ['online', 'offline'])
  addEventListener(name, () => {
    isOnline.value = navigator.onLine
  })

/** Has what was seen kept for when there is no network. Where no worker may run, the shop is as before. */
export function keepWhatIsSeen() {
  const { serviceWorker } = navigator
  if (!serviceWorker) return
  const worker = `${config.base}/service-worker.js`
  // The wider scope has the shop's address without a stroke at its end too; a host of files allows it not.
  serviceWorker
    .register(worker, { scope: config.base || '/' })
    .catch(() => serviceWorker.register(worker))
    .catch(() => undefined)
  // Who sits here next is not to see what was looked at.
  let wasSignedIn = false
  effect(() => {
    const isSignedIn = session.value !== undefined
    if (wasSignedIn && !isSignedIn) void caches.delete('boutique-vus')
    wasSignedIn = isSignedIn
  })
}
