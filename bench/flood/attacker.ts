import { parentPort, workerData } from 'node:worker_threads'
import { floods } from './floods.ts'

/** Runs in a worker thread, so that it does not delay the calls measured at the same time. */
const { name, base } = workerData as { name: string; base: string }
const end = await floods[name]?.start(base)
parentPort?.once('message', async () => {
  parentPort?.postMessage(await end?.())
  process.exit()
})
parentPort?.postMessage('begun')
