import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../../platform/database/database.ts'
import { type Intake, type Outcome, Refusal } from '../../platform/imports/import.ts'
import { createValidator } from '../../platform/imports/line-validator.ts'
import { applyDefaults, defineCreationSchema, pickChanges } from '../fields.ts'
import { alreadyRelatedMessage, announceTerms, findRelationErrors } from '../relations/relations.ts'
import { insertRelations, lockRelations, type Relation, updateRelations } from '../relations/store.ts'
import { fullRelationFields, relationFields } from '../resources.ts'
import type { Values } from '../store.ts'
import { createCreatedLines } from './created-lines.ts'
import { addLine, type ImportParts } from './import-records.ts'

const pairOf = ({ produitId, fournisseurId }: Values) => `${produitId} ${fournisseurId}`

/**
 * A relation after the lines of a batch; `before` is its state before them, absent if they create it, and `line` the line
 * of the file that creates it, if any.
 */
type State = { before?: Relation; after: Values; isChanged: boolean; line?: number | undefined }

/** Plans lines one after another. With `upsert`, a line changes the given terms of an existing relation. */
function plan(
  lines: readonly Values[],
  numbers: readonly number[],
  errors: readonly (string | undefined)[],
  { existing, lineOf }: { existing: readonly Relation[]; lineOf: (id: number) => number | undefined },
  upsert: boolean,
) {
  const states = new Map(
    existing.map((before): [string, State] => [
      pairOf(before),
      { before, after: before, isChanged: false, line: lineOf(before.id) },
    ]),
  )
  const outcomes = lines.map((line, i): Outcome | Refusal => {
    if (errors[i]) return new Refusal(errors[i])
    const state = states.get(pairOf(line))
    if (!state) {
      const after = applyDefaults(fullRelationFields, line)
      states.set(pairOf(line), { after, isChanged: true, line: numbers[i] })
      return 'created'
    }
    if (!upsert) return new Refusal(addLine(alreadyRelatedMessage(line), state.line))
    const terms = pickChanges(relationFields, line)
    if (Object.keys(terms).every(name => isDeepStrictEqual(terms[name], state.after[name])))
      return 'unchanged'
    states.set(pairOf(line), { ...state, after: { ...state.after, ...terms }, isChanged: true })
    return 'updated'
  })
  return { outcomes, changes: [...states.values()].filter(({ isChanged }) => isChanged) }
}

/** Returns an intake of relations of existing products and suppliers. With `upsert`, lines may change relations. */
export function createRelationIntake(platform: ImportParts, upsert: boolean): Intake<Values, Outcome> {
  const check = createValidator(defineCreationSchema(fullRelationFields), 'line')
  const createdLines = createCreatedLines()

  async function store(tx: Tx, lines: readonly Values[], now: Date, numbers: readonly number[]) {
    const errors = await findRelationErrors(tx, lines)
    const existing = await lockRelations(tx, lines as Relation[])
    const present = { existing, lineOf: createdLines.find }
    const { outcomes, changes } = plan(lines, numbers, errors, present, upsert)
    const known = changes.filter(({ before }) => before)
    const fresh = changes.filter(({ before }) => !before)
    const created = fresh.map(({ after }) => after)
    const added = await insertRelations(tx, created, now)
    for (const [i, { line }] of fresh.entries())
      if (added[i] && line !== undefined) createdLines.add(added[i].id, line)
    const terms = known.map(({ after }) => after as Relation)
    const rewritten = await updateRelations(tx, terms, now)
    const written = [...known.flatMap(({ before }) => before ?? []), ...rewritten, ...added]
    const relations = written.flatMap(row => row ?? [])
    await announceTerms(tx, platform, relations)
    // Another transaction has created these relations since `lockRelations`.
    const concurrent = new Set(created.filter((_, i) => !added[i]).map(pairOf))
    return outcomes.map((outcome, i) => {
      const line = lines[i] ?? {}
      return concurrent.has(pairOf(line)) ? new Refusal(alreadyRelatedMessage(line)) : outcome
    })
  }

  function read(element: unknown) {
    const error = check(element)
    // A valid element is an object.
    return error === undefined ? (element as Values) : new Refusal(error)
  }
  return { read, store }
}
