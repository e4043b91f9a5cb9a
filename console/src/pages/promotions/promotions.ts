import { answerOf, api, type Shapes } from '../../api/client.ts'
import type { Promotion } from '../../sales/promotions.ts'

export type NewPromotion = Shapes['NouvellePromotion']
export type Changes = Shapes['ChangementPromotion']

export const createPromotion = (body: NewPromotion) => answerOf(api.POST('/api/publique/data', { body }))

/** Changes a promotion that is unchanged since it was read; 412 if another user saved first. */
export const changePromotion = ({ id, dateModification }: Promotion, body: Changes) =>
  answerOf(
    api.PUT('/api/publique/data/{id}', {
      params: { path: { id }, header: { 'If-Match': `"${dateModification}"` } },
      body,
    }),
  )

export const deletePromotion = (id: number) =>
  answerOf(api.DELETE('/api/publique/data/{id}', { params: { path: { id } } }))

export type State = 'now' | 'soon' | 'over'

export function stateOf({ dateDebut, dateFin }: Promotion, now = Date.now()): State {
  if (now < Date.parse(dateDebut)) return 'soon'
  return now > Date.parse(dateFin) ? 'over' : 'now'
}
