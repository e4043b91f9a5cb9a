import type { Agent } from '../http/agent.ts'

/** What a key or a member of staff is about to change. */
export type Change = {
  agent: Agent
  area: string
  /** The operation by its name in the documents. */
  operation: string
  /** The record by what names it in the address; what creates one says it later. */
  record: string | null
  /** Whether the trail has it. */
  written: boolean
}

const isName = (value: unknown): value is string | number =>
  typeof value === 'number' || typeof value === 'string'

/** The identifier of a record that was made, alone or the only one of a list: its `id`, or what is called an id of something. */
export function recordOf(made: unknown): string | null {
  if (Array.isArray(made)) return made.length === 1 ? recordOf(made[0]) : null
  if (made === null || typeof made !== 'object') return null
  const entries = Object.entries(made)
  const [, found] =
    entries.find(([name]) => name === 'id') ?? entries.find(([name]) => /Id$/.test(name)) ?? []
  return isName(found) ? String(found) : null
}
