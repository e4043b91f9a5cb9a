import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Starts a flood in a worker thread. The returned function stops it and returns its outcome. */
export async function startFlood(name: string, base: string): Promise<() => Promise<string>> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: { name, base } })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('end')
    const [told] = (await once(worker, 'message')) as [string]
    return told
  }
}
