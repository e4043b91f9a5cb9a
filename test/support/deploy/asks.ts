import { areaNames, areas } from '../../../src/areas.ts'

/**
 * The areas that an area calls according to the code: those in its `calls`, accounts to check the tokens and keys that it
 * receives, and, for the area that calls on behalf of customers, every area.
 */
export function listCalledAreas(name: string): string[] {
  const { calls = [], asksHolders = false } = areas.find(area => area.name === name) ?? {}
  const asked = new Set(asksHolders ? areaNames : [...calls, 'accounts'])
  asked.delete(name)
  return [...asked].sort()
}

export const listCallingAreas = (name: string) =>
  areaNames.filter(other => listCalledAreas(other).includes(name))
