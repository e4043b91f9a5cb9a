import { compact } from '../platform/http/pages.ts'
import { RESTOCKING_STATUSES, type Restocking } from './schemas.ts'

/** The purchasing application serves a single store, to which every record belongs. */
const SHOP = 1

type Fields = Record<string, unknown>

const ISO_DATE = /^\d{4}-\d\d-\d\d(T\S+)?$/

const text = (value: unknown) => {
  const trimmed = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  return trimmed === '' ? undefined : trimmed
}

const moment = (value: unknown) => {
  const iso = text(value)?.replace(' ', 'T')
  return iso && ISO_DATE.test(iso) && !Number.isNaN(Date.parse(iso)) ? iso : undefined
}

const integer = (value: unknown) => {
  const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value
  return Number.isSafeInteger(number) ? (number as number) : undefined
}

/** Receives each unknown status, as JSON. */
export type StatusReporter = (status: string) => void

/**
 * A missing or empty status means `PENDING`. An unknown one is reported and omitted, because any replacement could be
 * wrong.
 */
function statusOf(value: unknown, report: StatusReporter) {
  const given = typeof value === 'string' ? value.trim() : (value ?? '')
  if (given === '') return 'PENDING'
  const known = RESTOCKING_STATUSES.find(status => status === String(given).toUpperCase())
  if (!known) report(JSON.stringify(given))
  return known
}

const isRecord = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * Normalizes a record with names in camel case or snake case; returns undefined if it is not an object. Invalid values
 * are omitted, except that `position`, from 1, replaces a missing or invalid id, and a name is derived from the id.
 */
export function normalizeRecord(
  fields: unknown,
  position: number,
  report: StatusReporter,
): Restocking | undefined {
  if (!isRecord(fields)) return undefined
  const id = integer(fields.id) ?? position
  return compact({
    id,
    name: text(fields.name) ?? `Réapprovisionnement ${id}`,
    createdAt: moment(fields.createdAt) ?? moment(fields.created_at),
    createdBy: text(fields.createdBy) ?? text(fields.created_by),
    status: statusOf(fields.status, report),
    category: text(fields.category),
    shop: SHOP,
    deliveryDate: moment(fields.deliveryDate) ?? moment(fields.delivery_date),
  })
}
