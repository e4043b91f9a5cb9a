import { areaNames, areas } from '../../../src/areas.ts'

/**
 * Lists the areas that an area calls according to the code: those in its `calls` and accounts, which checks the tokens
 * and keys that it receives. An area with `asksHolders` calls every other area.
 */
export function listCalledAreas(name: string): string[] {
  const { calls = [], asksHolders = false } = areas.find(area => area.name === name) ?? {}
  const asked = new Set(asksHolders ? areaNames : [...calls, 'accounts'])
  asked.delete(name)
  return [...asked].sort()
}

export const listCallingAreas = (name: string) =>
  areaNames.filter(other => listCalledAreas(other).includes(name))
