import { parentPort, workerData } from 'node:worker_threads'
import { floods } from './floods.ts'

/** A thread of its own: what is measured beside it must not wait for it. */
const { name, base } = workerData as { name: string; base: string }
const end = await floods[name]?.start(base)
parentPort?.once('message', async () => {
  parentPort?.postMessage(await end?.())
  process.exit()
})
parentPort?.postMessage('begun')
