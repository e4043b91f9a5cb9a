import { areaNames } from '../../areas.ts'
import type { Place } from '../../platform/http/places.ts'
import { isRange } from '../../platform/network.ts'
import { StartError } from '../../platform/start-error.ts'
import { openToLookAt } from '../opened.ts'
import { parseGroups } from './groups.ts'
import { haproxy } from './haproxy.ts'

type Options = {
  to: string[]
  listen: string
  certificate?: string | undefined
  unlimited?: string[] | undefined
}

/** What the platform answers, wherever its areas run. */
export async function everyPlace(): Promise<Place[]> {
  const app = await openToLookAt()
  await app.close()
  return app.server.places
}

/** The configuration of a proxy before these processes. */
export const gateway = (
  places: readonly Place[],
  { to, listen, certificate, unlimited = [] }: Options,
): string => {
  const odd = unlimited.find(range => !isRange(range))
  if (odd !== undefined)
    throw new StartError(`--unlimited names ${odd}; it must be an address or a range such as 10.0.0.0/8`)
  return haproxy({ groups: parseGroups(to, areaNames), places, listen, certificate, unlimited })
}

export async function writeGateway(options: Options) {
  process.stdout.write(gateway(await everyPlace(), options))
}
