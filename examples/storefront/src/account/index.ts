import type { ShopPage } from '../pages/index.ts'

/** The pages of a customer's account. */
export const accountPages: ShopPage[] = []
