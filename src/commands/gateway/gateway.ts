import { areaNames } from '../../areas.ts'
import { openToLookAt } from '../opened.ts'
import { parseGroups } from './groups.ts'
import { haproxy } from './haproxy.ts'

type Options = { to: string[]; listen: string; certificate?: string | undefined }

/** The configuration of a proxy before these processes. */
export async function gateway({ to, listen, certificate }: Options): Promise<string> {
  const groups = parseGroups(to, areaNames)
  const app = await openToLookAt()
  const { places } = app.server
  await app.close()
  return haproxy({ groups, places, listen, certificate })
}

export async function writeGateway(options: Options) {
  process.stdout.write(await gateway(options))
}
