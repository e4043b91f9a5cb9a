import Type, { type Static } from 'typebox'
import {
  ClosedShape,
  Limit,
  Nullable,
  Nullish,
  Page,
  PageOf,
  Shape,
  Timestamp,
} from '../../platform/http/pages.ts'
import { ArticleRef } from '../schemas.ts'

const DeclaredArticles = Type.Array(
  Type.Object({ id: ArticleRef, quantite: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
  { minItems: 1, maxItems: 200 },
)

export const NewWithdrawal = ClosedShape('NouvelleRetractation', {
  ordreId: Type.String({ minLength: 1, maxLength: 100, examples: ['CMD-XWXS5K9MYYDKKG0EKQMZ'] }),
  nom: Type.String({ minLength: 1, maxLength: 200 }),
  courriel: Type.String({ format: 'email', maxLength: 255 }),
  articles: Nullish({ ...DeclaredArticles, description: 'Absent or null: the whole order' }),
})
export type NewWithdrawal = Static<typeof NewWithdrawal>

export const DeclaredWithdrawal = Shape('RetractationDeclaree', {
  jeton: Type.String({ description: 'Token that confirms the declaration' }),
  expireLe: Timestamp,
})

export const TokenRef = Type.Object({
  jeton: Type.String({ minLength: 1, maxLength: 100, description: 'Token of the declaration' }),
})

export const ReceivedWithdrawal = Shape('RetractationRecue', {
  recuLe: Timestamp,
  ordreId: Type.String(),
  articles: Nullable(DeclaredArticles),
})

export const WITHDRAWAL_STATES = ['acceptee', 'a_verifier', 'refusee', 'remboursee'] as const
const State = Type.Enum([...WITHDRAWAL_STATES], { title: 'StatutRetractation' })

export const WithdrawalAnswer = Shape('Retractation', {
  id: Type.Integer(),
  ordreId: Type.String({ description: 'As declared' }),
  nom: Type.String(),
  courriel: Type.String(),
  articles: Nullable(DeclaredArticles),
  statut: State,
  motif: Nullable(Type.String({ description: 'Reason given by staff' })),
  recuLe: Timestamp,
  aRembourserAvant: Timestamp,
  createdAt: Timestamp,
  commandeConnue: Type.Optional(Type.Literal(false, { description: 'Present if there is no such order' })),
})

export const WithdrawalQuery = Type.Object({
  statut: Type.Optional(State),
  commandeConnue: Type.Optional(Type.Boolean({ description: 'Whether the order exists' })),
  page: Page(),
  limit: Limit(20),
})
export type WithdrawalQuery = Static<typeof WithdrawalQuery>

export const WithdrawalPage = PageOf('PageRetractations', WithdrawalAnswer)

export const WithdrawalDecision = ClosedShape('DecisionRetractation', {
  statut: Type.Enum(['acceptee', 'refusee']),
  motif: Nullish(Type.String({ maxLength: 500, description: 'Required for `refusee`' })),
})
export type WithdrawalDecision = Static<typeof WithdrawalDecision>
