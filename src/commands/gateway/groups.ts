import { StartError } from '../../platform/start-error.ts'

/** Processes that serve the same areas, any of which may answer. */
export type Group = {
  name: string
  areas: readonly string[]
  servers: readonly Server[]
}

/** `copies`: a name that stands for so many addresses at most, which is asked again and again. */
export type Server = { address: string; copies: number | undefined }

const ADDRESS = /^([\w.-]+|\[[\da-f:.]+\]):(\d{1,5})(?:\*(\d{1,3}))?$/i

/** One group of the command line: `orders+payments=10.0.0.1:3000,10.0.0.2:3000`, or addresses alone for every area. */
function parseGroup(text: string, everyArea: readonly string[]): Group {
  const [before, after] = text.split('=', 2)
  const areas = after === undefined ? everyArea : (before ?? '').split('+')
  const servers = (after ?? text).split(',').map(server => {
    const [, host, port, copies] = ADDRESS.exec(server) ?? []
    if (!host)
      throw new StartError(`--to names ${server}; it must be an address such as 10.0.0.1:3000 or shop:3000*3`)
    return { address: `${host}:${port}`, copies: copies ? Number(copies) : undefined }
  })
  const unknown = areas.filter(area => !everyArea.includes(area))
  if (unknown.length > 0)
    throw new StartError(`--to names no area ${unknown.join(', ')}: there are ${everyArea.join(', ')}`)
  return { name: areas.length === everyArea.length ? 'comptoir' : areas.join('-'), areas, servers }
}

/** All groups: between them they serve each area once, for a request must have one place to go. */
export function parseGroups(texts: readonly string[], everyArea: readonly string[]): Group[] {
  const groups = texts.map(text => parseGroup(text, everyArea))
  const served = groups.flatMap(({ areas }) => areas)
  const missing = everyArea.filter(area => !served.includes(area))
  const twice = everyArea.filter(area => served.indexOf(area) !== served.lastIndexOf(area))
  if (missing.length > 0) throw new StartError(`--to says of no process that it serves ${missing.join(', ')}`)
  if (twice.length > 0)
    throw new StartError(`--to names ${twice.join(', ')} twice: give all its processes in one --to`)
  return groups
}
