import { randomInt } from 'node:crypto'
import { createRealClock } from '../../src/platform/clock.ts'
import type { TestPlatform } from './platform.ts'

export const TEN_PERCENT = {
  categoriePromotion: 'PANIER',
  typePromotion: 'POURCENTAGE',
  valeurPromotion: 10,
  uniteValeur: 'PERCENT',
  autoAppliquee: false,
  dateDebut: '2020-01-01T00:00:00.000Z',
  dateFin: '2999-01-01T00:00:00.000Z',
}

export type Code = {
  id: number
  code: string
  promotionId: number
  utilisationsMax: number | null
  utilisationsParClient: number | null
  dateFin: string | null
  utilisations: number
  createdAt: string
  revoqueLe: string | null
}
export type BasketCode = { code: string; statut: string; montantCents: number }

export const CODES = '/api/v1/privee/codes-promotion'

/** Selects the codes with another count than uses or more than their limit, and the orders with too few or too many uses. */
export const WRONG_USES = `
  select id::text as wrong, utilisations, count("ordreId") as uses from orders.code_promotion
  left join orders.utilisation_code on "codeId" = id group by id having utilisations <> count("ordreId") or utilisations > "utilisationsMax"
  union all
  select "ordreId", 1, 0 from orders.utilisation_code join orders.commande using ("ordreId")
  where statut = 'ANNULEE' or "confirmeeLe" is null and coalesce("expireLe", "paiementJusque") is null
  union all
  select "ordreId", 0, 1 from orders.commande as o cross join json_array_elements(codes) as applied
  where "confirmeeLe" is not null and statut <> 'ANNULEE' and not exists (
      select from orders.changement_statut as change where change."ordreId" = o."ordreId" and change.statut = 'ANNULEE')
    and not exists (
      select from orders.utilisation_code as use
      where use."ordreId" = o."ordreId" and use."codeId" = (applied->>'id')::bigint)`

/** Returns the actions of staff with promotion codes, and of customers who name them. */
export function createCodeActions(
  { call, platform }: Pick<TestPlatform, 'call' | 'platform'>,
  headers: Record<string, string> = {},
) {
  const promote = async (fields: object = {}) =>
    (await call<{ id: number }>('POST', '/api/publique/data', { ...TEN_PERCENT, ...fields }, headers)).body.id

  return {
    promote,

    /** Creates a code with another name than all others. */
    async code(promotionId: number, fields: object = {}) {
      const code = `CODE-${randomInt(1e9)}`
      const { status, body } = await call<Code>('POST', CODES, { promotionId, code, ...fields }, headers)
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body
    },

    basket: async (
      articles: object[],
      codes: string[],
      more: object = {},
      given: Record<string, string> = {},
    ) =>
      (
        await call<{ totalCents: number; codes?: BasketCode[] }>(
          'POST',
          '/api/v1/publique/paniers',
          { articles, codes, ...more },
          given,
        )
      ).body,

    uses: async ({ code }: Pick<Code, 'code'>) =>
      (await call<{ data: Code[] }>('GET', `${CODES}?search=${code}`, undefined, headers)).body.data[0]
        ?.utilisations,

    /** Returns the violations of `WRONG_USES`. */
    wrongUses: async () => (await platform.db.pg.query(WRONG_USES)).rows,
  }
}

/** Returns a clock that runs in real time and can be moved forward. */
export function createMovableClock() {
  const real = createRealClock()
  let ahead = 0
  const clock = {
    ...real,
    now: () => new Date(real.now().getTime() + ahead),
    after: (ms: number) => new Date(real.now().getTime() + ahead + ms),
    toReal: (at: Date) => new Date(at.getTime() - ahead),
  }
  return {
    clock,
    move(ms: number) {
      ahead += ms
    },
  }
}
