import { createHash } from 'node:crypto'
import { areas } from '../../../src/areas.ts'
import { createRandom } from '../seeded-random.ts'
import { delayPeers, delayStatements } from './delays.ts'
import { scheduleEverySecond } from './schedules.ts'

/**
 * Loaded by `--import` before the tests of a file, or before a server that a test starts, with the seed in its URL. The
 * seed includes the command line, so that processes have different delays.
 */
const seed = new URL(import.meta.url).searchParams.get('seed')
const digest = createHash('sha256')
  .update(`${seed} ${process.argv.slice(1)}`)
  .digest()
const random = createRandom(digest.readUInt32LE())

delayStatements(random)

for (const area of areas) {
  const { open } = area
  area.open = async platform => {
    const parts = await open({ ...platform, peers: delayPeers(platform.peers, random) })
    return { ...parts, schedules: scheduleEverySecond(parts.schedules ?? [], platform.clock) }
  }
}
