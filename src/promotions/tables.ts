import type { PromotionData } from './schemas.ts'

/** What is to be kept of a promotion. */
export type PromotionFields = Omit<
  PromotionData,
  'id' | 'idClient' | 'dateCreation' | 'dateModification' | 'dateSuppression'
> & {
  idClient: string[] | null
  clientsVises: string[] | null
  produitsVises: string[] | null
}

export type Promotion = PromotionFields &
  Pick<PromotionData, 'id' | 'dateCreation' | 'dateModification' | 'dateSuppression'> & { version: number }
