import { describeChange } from '../../platform/audit/describe.ts'
import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { DeliveryMethod, DeliveryMethodChange, NewDeliveryMethod } from '../delivery-schemas.ts'
import type { OrdersPlatform } from '../peers.ts'
import { incrementPromotionsVersion } from '../store/orders.ts'
import { applyDefaults, checkMethod } from './rules.ts'
import { deleteMethod as deleteRow, insertMethod, lockMethod, updateMethod } from './store.ts'

export const unknownMethod = (code: string) =>
  new Problem(404, 'mode-inconnu', `Delivery method ${code} not found`)

const inUse = (code: string, refused: string) =>
  new Problem(409, 'mode-utilise', `Orders use the delivery method ${code}, so ${refused}`)

/** Applies a change of the methods in one transaction, after which no order is inserted at prices before the change. */
const change = <T>({ db }: OrdersPlatform, work: (tx: Tx) => Promise<T>) =>
  db.transaction(async tx => {
    const result = await work(tx)
    await incrementPromotionsVersion(tx)
    return result
  })

/** Creates a delivery method. Throws 400 for invalid fields, 409 if another method has the code. */
export async function createMethod(platform: OrdersPlatform, given: NewDeliveryMethod) {
  const method = applyDefaults(given)
  checkMethod(method)
  return change(platform, async tx => {
    const created = await insertMethod(tx, method, platform.clock.now())
    if (!created)
      throw new Problem(409, 'code-existant', `Another delivery method has the code ${method.code}`)
    return created
  })
}

/**
 * Updates the given fields of a delivery method. Throws 404 for an unknown method, 400 for another code or invalid
 * fields, 409 for another type once an order uses the method.
 */
export const changeMethod = (
  platform: OrdersPlatform,
  code: string,
  given: DeliveryMethodChange,
): Promise<DeliveryMethod> =>
  change(platform, async tx => {
    const before = await lockMethod(tx, code)
    if (!before) throw unknownMethod(code)
    if (given.code !== undefined && given.code !== code)
      throw new Problem(400, 'requete-invalide', `body/code is ${given.code}; it must remain ${code}`)
    const method = applyDefaults({ ...before, ...given, code })
    checkMethod(method)
    if (before.utilise && method.type !== before.type)
      throw inUse(code, `its type must remain ${before.type}`)
    describeChange({ record: code, label: method.nom, before, after: method })
    return updateMethod(tx, method, platform.clock.now())
  })

/** Deletes a delivery method. Throws 404 for an unknown one, 409 if an order uses it. */
export const deleteMethod = (platform: OrdersPlatform, code: string) =>
  change(platform, async tx => {
    const method = await lockMethod(tx, code)
    if (!method) throw unknownMethod(code)
    if (method.utilise) throw inUse(code, 'it cannot be deleted; set actif to false')
    describeChange({ record: code, label: method.nom })
    await deleteRow(tx, code)
  })
