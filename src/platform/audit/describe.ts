import { currentChanges, type FieldChange } from '../trace.ts'

/** Longer values, and objects, would make the trail grow; their fields are only named. */
const MAX_LENGTH = 200
/** Fields that change with every other one. */
const DERIVED = ['updatedAt', 'dateModification', 'version']

type Values = Readonly<Record<string, unknown>>
type Description = {
  /** The identifier of the record, as in the address of the call. */
  record: string | number
  /** A name by which staff recognize the record; null if it would be personal data. */
  label: string | null
  before?: Values
  after?: Values
  /** Fields with secrets or personal data, whose values are not stored. */
  withheld?: readonly string[]
}

/**
 * Adds the name and the changed fields of a record to the audit entry of the call that names it. It is called in the
 * transaction of the change; a call for another record, such as a batch, keeps its entry without details.
 */
export function describeChange({ record, label, before = {}, after = {}, withheld = [] }: Description) {
  const change = currentChanges().find(change => change.record === String(record))
  if (!change) return
  change.label = label?.slice(0, MAX_LENGTH) || null
  change.fields = Object.keys(after).flatMap((champ): FieldChange[] => {
    const [avant, apres] = [before[champ], after[champ]]
    const texts = [avant, apres].map(value => JSON.stringify(value ?? null))
    if (!(champ in before) || DERIVED.includes(champ) || texts[0] === texts[1]) return []
    const isStored =
      !withheld.includes(champ) && texts.every(text => text.length <= MAX_LENGTH && !text.includes('{'))
    return [isStored ? { champ, avant: avant ?? null, apres: apres ?? null } : { champ }]
  })
}
