import { stride } from '../support/data.ts'
import { members } from '../support/same-answer.ts'
import type { Scenario } from '../support/scenario.ts'
import { DAYS, STORES } from './fill.ts'

const CONNECTIONS = 4

/** Half of the days asked for are today, the others any of the three years; of one store or of all. */
const dayOf = (i: number, today: string) =>
  new Date(Date.parse(today) - (i % 2 === 0 ? 0 : stride(i, DAYS - 8)) * 86_400_000)
    .toISOString()
    .slice(0, 10)

export function figureScenarios(today: string): Scenario[] {
  const get = (path: string) => ({ method: 'GET' as const, path, status: 200 })
  const of = (i: number) =>
    `jour=${dayOf(i, today)}${i % 3 === 0 ? `&magasinId=${1 + stride(i, STORES)}` : ''}`
  const scenario = (name: string, path: string, bare: string, query: (i: number) => string): Scenario => ({
    ...{ name, connections: CONNECTIONS, madeUp: members('maintenant') },
    platform: i => get(`/api/v1/privee/${path}${query(i)}`),
    bare: i => get(`/${bare}${query(i)}`),
  })
  return [
    scenario('a day and the week before, by the hour', 'chiffres-ventes', 'sales', i => `?${of(i)}`),
    scenario('best sellers of a day', 'chiffres-articles', 'articles', i => `?${of(i)}&limit=10`),
    scenario('promotions of a day', 'chiffres-promotions', 'promotions', i => `?${of(i)}&limit=10`),
    scenario(
      'payments of a day by outcome',
      'chiffres-paiements',
      'payments',
      i => `?jour=${dayOf(i, today)}`,
    ),
    scenario('slips that wait, by store', 'bordereaux-en-attente', 'slips', () => ''),
    scenario(
      'open repairs by age',
      'chiffres-reparations',
      'repairs',
      i => `?magasinId=${1 + stride(i, STORES)}`,
    ),
  ]
}
