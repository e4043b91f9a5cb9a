import type { Import } from '../../platform/imports/import.ts'
import { type ImportAnswer, lineReport } from '../../platform/imports/line-report.ts'
import { creationSchema, type Fields } from '../fields.ts'
import { checkOf } from '../records/checks.ts'
import type { Values } from '../records/store/pieces.ts'
import { relationInFile } from '../relations/fields.ts'
import { relationIntake } from '../relations/relations.ts'
import { type Resource, resources } from '../resources.ts'
import { type ImportParts, recordIntake } from './import-records.ts'

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

/** One transaction a file: a reader of a list sees all of it or nothing. */
export function importOf(
  parts: ImportParts,
  { fields, resource }: Imported,
): Import<Values, 'created', ImportAnswer> {
  const check = checkOf(creationSchema(fields), 'line')
  return {
    batch: BATCH,
    transaction: 'whole file',
    open: () => (resource ? recordIntake(parts, resource, check) : relationIntake(parts, check)),
    report: lineReport,
  }
}
