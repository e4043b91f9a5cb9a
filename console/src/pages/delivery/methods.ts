import { answerOf, api, type Shapes } from '../../api/client.ts'
import { DELIVERY_PATH } from '../../sales/delivery-methods.ts'

export type NewMethod = Shapes['NouveauModeLivraison']

const at = (code: string) => ({ path: { code } })

export const createMethod = (body: NewMethod) => answerOf(api.POST(DELIVERY_PATH, { body }))

export const changeMethod = (code: string, body: Partial<NewMethod>) =>
  answerOf(api.PATCH(`${DELIVERY_PATH}/{code}`, { params: at(code), body }))

export const deleteMethod = (code: string) =>
  answerOf(api.DELETE(`${DELIVERY_PATH}/{code}`, { params: at(code) }))
