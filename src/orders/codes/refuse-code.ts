import { Problem } from '../../platform/problem.ts'
import type { CodeStatus } from '../schemas.ts'

/** The statuses with which an order is refused. */
export type CodeRefusal = Exclude<CodeStatus, 'applique' | 'non-retenu'>

const MESSAGES: Record<CodeRefusal, (code: string) => string> = {
  'connexion-requise': code => `Connectez-vous pour utiliser le code ${code}`,
  epuise: code => `Le code ${code} a déjà servi autant de fois que possible`,
  expire: code => `Le code ${code} n’est plus valable`,
  inconnu: code => `Le code ${code} n’existe pas`,
}

/** Returns the error of an order or a payment whose code cannot be used. */
export const refuseCode = (statusCode: 409 | 422, code: string, statut: CodeRefusal) =>
  new Problem(statusCode, 'code-refuse', MESSAGES[statut](code), { fields: { codePromotion: code, statut } })
