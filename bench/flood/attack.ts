import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Sets a flood going, on a thread of its own; what it gives ends it and tells what became of it. */
export async function attack(name: string, base: string): Promise<() => Promise<string>> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: { name, base } })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('end')
    const [told] = (await once(worker, 'message')) as [string]
    return told
  }
}
