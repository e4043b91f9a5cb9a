import { areaNames } from '../../src/areas.ts'
import type { Documents } from '../../src/platform/http/documents.ts'
import { BEFORE_ROUTES } from '../support/error-codes.ts'

/** The fields of an operation that the coverage reads. */
type Described = {
  operationId: string
  responses: object
  parameters?: { in: string }[]
  requestBody?: object
  'x-error-codes': string[]
}

/** `base` is `''` for the whole interface, otherwise a slash and the name of an area. */
function listOperations(documents: Documents, base: string) {
  const { paths } = documents.of(base === '' ? undefined : base.slice(1))
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as unknown as Record<string, Described>).map(([method, described]) => {
      const { operationId: id, responses, parameters = [], requestBody, 'x-error-codes': codes } = described
      // An operation without input answers 400 only to an invalid header or an unexpected body, which no script sends.
      const hasInput = requestBody !== undefined || parameters.some(each => each.in !== 'header')
      return {
        ...{ id, codes, method: method.toUpperCase(), variables: path.split('{').length - 1 },
        pattern: new RegExp(`^${base}${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        documented: Object.keys(responses).filter(status => hasInput || status !== '400'),
      }
    }),
  )
}

const CALL = /^## ([A-Z]+) ([^\s?]+).*\n(?:> .*\n)*?< (\d{3})\b/gm

/** Refusals by business rules. The snapshots need only one of those that an operation documents. */
const BUSINESS = ['402', '409', '410', '412', '422']

/** Responses that no script can cause, with the reason. */
export const OUT_OF_REACH = [
  // Documented for all resources; only products and suppliers have such a rule.
  'createWarehouse: 422',
  'createStore: 422',
  // The path contains the hash of a key, which no response shows.
  'findAgent: success',
  // The simulated provider sends no messages.
  'notifyPayment: success',
  'notifyPayment: 400',
  // Every script runs on a platform with keys, which nobody can claim.
  'claimInstallation: success',
  // Only a process of version 0.3 has no such route.
  'readInstallation: 404',
  // These areas hold no data that prevents an erasure.
  ...['accounts', 'logistics', 'loyalty', 'promotions', 'purchases'].map(
    area => `erasePersonalData-${area}: 409`,
  ),
  // Needs a message that was too long to be stored whole.
  ...['', '-accounts', '-catalogue', '-logistics', '-loyalty', '-orders', '-purchases'].map(
    area => `giveMessageBack${area}: 409`,
  ),
  // These redirect to the page itself, which shows the refusal.
  ...['askToCancelOnPage: 410', 'askToRemoveCardOnPage: 410'],
  ...['cancelOnPage: 409/410', 'removeCardOnPage: 409/410'],
  // These need the signed link of a mail that is sent an hour after an order.
  ...['success', '400', '409'].flatMap(status => [
    `askToPayOrderOnPage: ${status}`,
    `payOrderOnPage: ${status === '409' ? '409/422' : status}`,
  ]),
  // The lists always exist; the 404 is documented for the area that the call is forwarded to.
  'readClientsThroughPromotions: 404',
  'readProductsThroughPromotions: 404',
]

/**
 * Lists the operations on the bare host and of each area. Paths with fewer variables come first, because a pattern with
 * variables also matches fixed paths.
 */
function allOperations(documents: Documents) {
  const bases = ['', ...areaNames.map(name => `/${name}`)]
  return bases.flatMap(base => listOperations(documents, base)).sort((a, b) => a.variables - b.variables)
}

/**
 * Finds the responses that every operation needs and no snapshot has: a success and, if documented, a 400, a 404 and
 * one refusal by a business rule. Returns them as `readOrder: success` or `createStore: 409/422`.
 */
export function findMissingCalls(documents: Documents, snapshots: readonly string[]): string[] {
  const operations = allOperations(documents)
  const statuses = new Map(operations.map(({ id }) => [id, new Set<string>()]))
  for (const snapshot of snapshots)
    for (const [, method, path = '', status = ''] of snapshot.matchAll(CALL)) {
      const found = operations.find(each => each.method === method && each.pattern.test(path))
      statuses.get(found?.id ?? '')?.add(status)
    }
  const all = new Map(operations.map(({ id, documented }) => [id, documented]))
  return [...all].flatMap(([id, documented]) => {
    const seen = [...(statuses.get(id) ?? [])]
    const lacks = (wanted: string[]) =>
      documented.some(status => wanted.includes(status)) && !seen.some(status => wanted.includes(status))
    return [
      ...(seen.some(status => status < '400') ? [] : ['success']),
      ...(lacks(['400']) ? ['400'] : []),
      ...(lacks(['404']) ? ['404'] : []),
      ...(lacks(BUSINESS) ? [documented.filter(status => BUSINESS.includes(status)).join('/')] : []),
    ].map(what => `${id}: ${what}`)
  })
}

const ERROR = /^## ([A-Z]+) ([^\s?]+).*\n(?:> .*\n)*?< [45](?:.|\n(?!\n))*?"code": "([a-z-]+)"/gm

/**
 * Finds the error codes in the snapshots that the documents do not list for their operation, as `operation: code`.
 * Ignores codes of `BEFORE_ROUTES` and paths that no operation has.
 */
export function findUndocumentedCodes(documents: Documents, snapshots: readonly string[]): string[] {
  const operations = allOperations(documents)
  const found = snapshots.flatMap(snapshot =>
    [...snapshot.matchAll(ERROR)].flatMap(([, method, path = '', code = '']) => {
      const operation = operations.find(each => each.method === method && each.pattern.test(path))
      return !operation || BEFORE_ROUTES.has(code) || operation.codes.includes(code)
        ? []
        : `${operation.id}: ${code}`
    }),
  )
  return [...new Set(found)].sort()
}
