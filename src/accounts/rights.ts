import type { Right } from '../platform/http/rights.ts'

declare module '../platform/http/rights.ts' {
  interface Rights {
    /** A web shop's back end. */
    shop: true
    till: true
    warehouse: true
    catalogue: true
    support: true
  }
}

/** Every right that a key or a member of staff may have. */
export const RIGHTS = [
  'shop',
  'till',
  'warehouse',
  'catalogue',
  'support',
  'admin',
  'peer',
] as const satisfies Right[]

/** Whoever has one of these speaks for the customers whom they name. */
export const SPEAKS_FOR_CUSTOMERS = ['shop', 'till', 'support'] as const satisfies Right[]
