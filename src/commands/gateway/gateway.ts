import { areaNames } from '../../areas.ts'
import type { Place } from '../../platform/http/places.ts'
import { openToLookAt } from '../opened.ts'
import { parseGroups } from './groups.ts'
import { haproxy } from './haproxy.ts'

type Options = { to: string[]; listen: string; certificate?: string | undefined }

/** What the platform answers, wherever its areas run. */
export async function everyPlace(): Promise<Place[]> {
  const app = await openToLookAt()
  await app.close()
  return app.server.places
}

/** The configuration of a proxy before these processes. */
export const gateway = (places: readonly Place[], { to, listen, certificate }: Options): string =>
  haproxy({ groups: parseGroups(to, areaNames), places, listen, certificate })

export async function writeGateway(options: Options) {
  process.stdout.write(gateway(await everyPlace(), options))
}
