import { areaNames } from '../../src/areas.ts'

/** Processes that serve the same areas on the same database. */
export type Part = { areas: readonly string[]; copies: number; database: string }
export type Shape = { about: string; parts: readonly Part[] }

const apart = (copies: number): Part[] => areaNames.map(area => ({ areas: [area], copies, database: area }))
const together = (copies: number): Part[] => [{ areas: areaNames, copies, database: 'comptoir' }]

export const shapes: Record<string, Shape> = {
  one: { about: 'one process of all areas', parts: together(1) },
  three: { about: 'three copies of all areas, one database', parts: together(3) },
  ten: { about: 'ten processes, one an area, each with a database of its own', parts: apart(1) },
  copies: { about: 'three copies of each of the ten', parts: apart(3) },
}
