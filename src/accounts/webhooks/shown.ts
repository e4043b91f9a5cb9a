import type { Delivery } from './webhook.ts'

/** A moment of the next try is shown where there will be one. */
export const shown = <D extends Delivery>(delivery: D) => ({
  ...delivery,
  prochainEssai: delivery.statut === 'en_attente' ? delivery.prochainEssai : null,
})
