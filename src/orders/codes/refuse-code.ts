import { Problem } from '../../platform/problem.ts'
import type { CodeStatus } from '../schemas.ts'
import type { PromotionCode } from './schemas.ts'

/** The statuses with which an order is refused. */
export type CodeRefusal = Exclude<CodeStatus, 'applique' | 'non-retenu'>

const MESSAGES: Record<CodeRefusal, (code: string) => string> = {
  'connexion-requise': code => `Connectez-vous pour utiliser le code ${code}`,
  epuise: code => `Le code ${code} a déjà servi autant de fois que possible`,
  expire: code => `Le code ${code} n’est plus valable`,
  inconnu: code => `Le code ${code} n’existe pas`,
}

type Limits = Pick<PromotionCode, 'utilisations' | 'utilisationsMax' | 'utilisationsParClient'>

/** Whether all uses of a code are taken, or all of a customer who has taken `ofCustomer`. */
export const isExhausted = (code: Limits, ofCustomer: number) =>
  code.utilisations >= (code.utilisationsMax ?? Number.POSITIVE_INFINITY) ||
  ofCustomer >= (code.utilisationsParClient ?? Number.POSITIVE_INFINITY)

/** Returns the error of an order or a payment whose code cannot be used. */
export const refuseCode = (statusCode: 409 | 422, code: string, statut: CodeRefusal) =>
  new Problem(statusCode, 'code-refuse', MESSAGES[statut](code), { fields: { codePromotion: code, statut } })
