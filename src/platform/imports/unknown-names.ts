import type { TSchema } from 'typebox'
import type { JsonSchema } from '../schemas.ts'
import type { Batch } from '../uploads/csv-records.ts'

const MAX_NAMES = 100
const MAX_LENGTH = 100

/** Collects the names of a file that the schema of its lines does not contain, in the order of the file. */
export function createUnknownNames(shape: TSchema) {
  const { properties = {} } = shape as JsonSchema
  const known = new Set(Object.keys(properties))
  const unknown = new Set<string>()
  const add = (name: string) => {
    if (unknown.size < MAX_NAMES) unknown.add(name.slice(0, MAX_LENGTH))
  }
  return {
    add,
    addFieldsOf(element: unknown) {
      if (typeof element !== 'object' || element === null || Array.isArray(element)) return
      for (const name in element) if (!known.has(name)) add(name)
    },
    list: () => [...unknown],
  }
}

/** Numbers the elements of a JSON array from 1, and passes each to `visit`. */
export async function* numberElements(
  batches: AsyncIterable<unknown[]>,
  visit: (element: unknown) => void,
): AsyncGenerator<Batch> {
  let count = 0
  for await (const elements of batches) {
    elements.forEach(visit)
    yield { elements, lines: elements.map(() => ++count) }
  }
}
