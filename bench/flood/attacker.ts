import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { floods } from './floods.ts'

// Runs in a worker thread, so that it does not delay the calls measured at the same time.
const { name, base } = workerData as { name: string; base: string }
// Real attackers take no processor time from the server. On Linux this sets the priority of this thread only.
setPriority(0, constants.priority.PRIORITY_LOW)
const end = await floods[name]?.start(base)
parentPort?.once('message', async () => {
  parentPort?.postMessage(await end?.())
  process.exit()
})
parentPort?.postMessage('begun')
