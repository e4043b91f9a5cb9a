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

/** All rights that a key or a member of staff may have. */
export const RIGHTS = [
  'shop',
  'till',
  'warehouse',
  'catalogue',
  'support',
  'admin',
  'metrics',
  'peer',
] as const satisfies Right[]

/** Callers with one of these rights may act for any customer whom they name. */
export const RIGHTS_TO_ACT_FOR_CUSTOMERS = ['shop', 'till', 'support'] as const satisfies Right[]
