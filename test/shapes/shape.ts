import { areaNames } from '../../src/areas.ts'
import { startPatroni } from '../servers/patroni.ts'
import { type Databases, startReplicated } from '../servers/replicated.ts'
import { killPrimaries } from './primary-kills.ts'
import type { RunningShape } from './up.ts'

/** Processes that serve the same areas on the same database. */
export type Part = { areas: readonly string[]; copies: number; database: string }
export type Shape<D extends Databases = Databases> = {
  about: string
  parts: readonly Part[]
  /** The number of RabbitMQ nodes, three by default. */
  brokerNodes?: number
  /** Whether the processes connect to the databases through PgBouncer in transaction mode. */
  isPooled?: boolean
  startDatabases: (directory: string, names: readonly string[]) => Promise<D>
  /** Breaks the running shape, prints the figures and returns what failed. */
  trial?(up: RunningShape<D>, seed: number): Promise<string[]>
}

const apart = (copies: number): Part[] => areaNames.map(area => ({ areas: [area], copies, database: area }))
const together = (copies: number): Part[] => [{ areas: areaNames, copies, database: 'comptoir' }]

const replicated = (directory: string, names: readonly string[]) => startReplicated(directory, names)

export const shapes = {
  one: { about: 'one process with all areas', parts: together(1), startDatabases: replicated },
  three: {
    about: 'three copies of all areas, one database',
    parts: together(3),
    startDatabases: replicated,
  },
  ten: {
    about: 'ten processes, one for each area, each with its own database',
    parts: apart(1),
    startDatabases: replicated,
  },
  copies: { about: 'three copies of each of the ten areas', parts: apart(3), startDatabases: replicated },
  patroni: {
    about:
      'three copies of all areas behind PgBouncer in transaction mode, one database on three members under Patroni, whose primary is killed',
    parts: together(3),
    isPooled: true,
    startDatabases: startPatroni,
    trial: killPrimaries,
  },
} satisfies Record<string, Shape>
