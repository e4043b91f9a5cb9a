import { test } from 'node:test'
import fc from 'fast-check'
import { basketProperty } from '../../../test/support/baskets/properties.ts'

const seed = 20_260_615
const numRuns = 20_000

test(`any basket has whole cents between zero and the undiscounted total, equal to its lines and to a simple implementation, in any order (seed ${seed}, ${numRuns} baskets)`, () => {
  fc.assert(basketProperty, { seed, numRuns })
})
