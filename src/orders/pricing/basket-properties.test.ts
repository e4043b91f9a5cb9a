import { test } from 'node:test'
import fc from 'fast-check'
import { basketProperty } from '../../../test/support/baskets/properties.ts'

const seed = 20_260_615
const numRuns = 20_000

test(`any basket: whole cents, never below zero or above the plain total, the sum of its lines, in any order, as a slow reading of the rules has it (seed ${seed}, ${numRuns} baskets)`, () => {
  fc.assert(basketProperty, { seed, numRuns })
})
