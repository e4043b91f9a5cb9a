import type { ImportOptions, Intake } from '../../platform/imports/import.ts'
import { importFile } from '../../platform/imports/import-file.ts'
import { type ImportAnswer, lineReport, type Outcome } from '../../platform/imports/line-report.ts'
import { endOf } from '../../platform/imports/runs/end-of.ts'
import type { LaidDown } from '../../platform/uploads/temporary-file.ts'
import { creationSchema, type Fields } from '../fields.ts'
import { checkOf } from '../records/checks.ts'
import { relationInFile } from '../relations/fields.ts'
import { relationIntake } from '../relations/import-relations.ts'
import { type Resource, resources } from '../resources.ts'
import { type ImportParts, recordIntake } from './import-records.ts'
import { upsertIntake } from './upsert-records.ts'

/** What can be imported. A thread is told its name. */
export type Imported = {
  name: Resource['name'] | 'relations'
  path: string
  operationId: string
  fields: Fields
  /** Absent: relations of products and suppliers. */
  resource?: Resource
}

export const imports: readonly Imported[] = [
  ...resources.map(resource => ({
    name: resource.name,
    path: `/api/publique/${resource.name}/import`,
    operationId: `import${resource.many}`,
    fields: resource.fields,
    resource,
  })),
  {
    name: 'relations',
    path: '/api/publique/produits/fournisseurs/import',
    operationId: 'importProductSuppliers',
    fields: relationInFile,
  },
]

const BATCH = 2_000

type Options = ImportOptions & { upsert: boolean }

/** Takes a file in. One transaction a file: a reader of a list sees all of it or nothing. */
export function takeFile(
  parts: ImportParts,
  { fields, resource }: Imported,
  file: LaidDown,
  options: Options,
): Promise<ImportAnswer> {
  const { upsert } = options
  const shape = creationSchema(fields)
  const check = checkOf(shape, 'line')
  const take = <Item>(open: () => Intake<Item, Outcome>) =>
    importFile(
      parts,
      file,
      {
        ...{ batch: BATCH, transaction: 'whole file', shape, open },
        report: () => lineReport(upsert),
        end: endOf(parts.clock, options),
      },
      options,
    )
  if (!resource) return take(() => relationIntake(parts, check, upsert))
  return upsert
    ? take(() => upsertIntake(parts, resource, check))
    : take(() => recordIntake(parts, resource, check))
}
