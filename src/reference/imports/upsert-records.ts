import type { Tx } from '../../platform/database/database.ts'
import { createTidying } from '../../platform/database/tidy-indexes.ts'
import { type Intake, Refusal } from '../../platform/imports/import.ts'
import type { Outcome } from '../../platform/imports/line-report.ts'
import { announceProducts } from '../announcing/announce.ts'
import { createCountChanges } from '../counters/count-changes.ts'
import { changeSchema } from '../fields.ts'
import { type Check, checkOf } from '../records/checks.ts'
import { inactiveComplements, isTaken } from '../records/rules.ts'
import { changeRecords, lockRecords, recordsBy } from '../records/store/changes.ts'
import type { NewRecord, StoredRecord } from '../records/store/pieces.ts'
import type { Resource } from '../resources.ts'
import { addRecords, beginImport, type ImportParts, MANY, tableOf } from './import-records.ts'
import { keyFieldOf, type Line, planLines } from './plan-lines.ts'
import { reserveIds } from './store.ts'

/** Takes in lines that change the record with the same ean, code or name, or else create one. */
export function upsertIntake(
  platform: ImportParts,
  resource: Resource,
  creation: Check,
): Intake<Line, Outcome> {
  const field = keyFieldOf(resource)
  const change = checkOf({ ...changeSchema(resource.fields), required: [field] }, 'line')
  const counts = createCountChanges(resource)
  const tidy = createTidying(platform.db, [tableOf(resource)], () => {})

  function read(element: unknown): Line | Refusal {
    const fault = creation(element)
    const breach = fault === undefined ? undefined : change(element)
    // What has passed a check is an object.
    return breach === undefined ? { body: element as Line['body'], fault } : new Refusal(breach)
  }

  /** Records that lines change are locked, and the lines read again with them as they are then. */
  async function planLocked(tx: Tx, lines: readonly Line[]) {
    const bodies = lines.map(({ body }) => body)
    const inactive = await inactiveComplements(tx, bodies)
    const present = await recordsBy(
      tx,
      resource,
      field,
      bodies.map(body => body[field]),
    )
    const planned = planLines(resource, lines, present, inactive)
    const ids = [...planned.states.values()].flatMap(({ before }) => before?.id ?? [])
    if (ids.length === 0) return planned
    const locked = new Map((await lockRecords(tx, resource, ids)).map(record => [record.id, record]))
    const asTheyAre = present.flatMap(record =>
      ids.includes(record.id) ? (locked.get(record.id) ?? []) : record,
    )
    return planLines(resource, lines, asTheyAre, inactive)
  }

  async function rewrite(
    tx: Tx,
    changes: readonly { before: StoredRecord; after: StoredRecord }[],
    now: Date,
  ) {
    if (changes.length === 0) return
    const after = changes.map(each => each.after)
    await changeRecords(tx, resource, after, now)
    const ids = after.map(({ id }) => id)
    if (resource.announced) await announceProducts(tx, platform, ids)
    for (const { before } of changes) counts.removed(before)
    for (const record of after) counts.added(record)
  }

  async function keep(tx: Tx, lines: readonly Line[], now: Date) {
    const { outcomes, states } = await planLocked(tx, lines)
    const changes = [...states.values()].flatMap(({ before, after }) =>
      before ? [{ before, after: { ...before, ...after } }] : [],
    )
    await rewrite(tx, changes, now)

    const fresh = [...states.values()].filter(({ before }) => !before).map(({ after }) => after)
    if (fresh.length === 0) return outcomes
    const { ids, held } = await reserveIds(tx, resource, fresh)
    const created = fresh.flatMap((values, i): NewRecord[] =>
      // An id is reserved for each record.
      held.has(values[field] as string) ? [] : [{ id: ids[i]!, ...values }],
    )
    for (const values of created) counts.added(values)
    await addRecords(tx, platform, resource, created, now)
    if (created.length >= MANY) tidy()
    // Somebody has created them since they were looked for.
    const isLate = ({ body }: Line) => held.has(body[field] as string)
    return lines.map((line, i) =>
      // Each line has an outcome.
      isLate(line) ? new Refusal(isTaken(resource, line.body)) : outcomes[i]!,
    )
  }

  return { read, begin: tx => beginImport(tx, resource), keep, finish: tx => counts.write(tx) }
}
