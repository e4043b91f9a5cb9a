import { figuresOf, type Round } from './measure.ts'
import type { Running } from './processes.ts'
import { percentiles } from './statistics.ts'

/**
 * Returns a round that starts servers sequentially and times each until it is ready or, with `path`, until it has also
 * responded to a request for that path.
 */
export const createStartRound =
  (begin: () => Promise<Running>, path?: string): Round =>
  async seconds => {
    const times: number[] = []
    let spent = 0
    while (spent < seconds * 1_000) {
      const began = performance.now()
      const server = await begin()
      if (path) await (await fetch(`${server.base}${path}`)).text()
      times.push(performance.now() - began)
      spent += times.at(-1) ?? 0
      await server.stop()
    }
    return { ...figuresOf(times.length, spent / 1_000), times: percentiles(times) }
  }
