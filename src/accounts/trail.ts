import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type, { type Static } from 'typebox'
import { AuditEntry, AuditFilter, defineAuditTrailOperation } from '../platform/audit/operations.ts'
import { Limit, Page, PageOf } from '../platform/http/pages.ts'
import { Problem, problems } from '../platform/problem.ts'
import type { Accounts } from './context.ts'

const AuditSearch = Type.Object({
  ...AuditFilter.properties,
  domaine: Type.Optional(Type.String({ description: 'Only entries of this area' })),
  page: Page(1_000),
  limit: Limit(20),
})
type AuditSearch = Static<typeof AuditSearch>

/** The number of newest entries that pages can reach; the date filter reaches older ones. */
const MAX_DEPTH = 10_000

/**
 * Returns a page of the merged audit trails of all areas, or of the area `domaine`, newest first. Throws 400 beyond the
 * 10,000 newest entries that match, and 503 while a requested area is unavailable.
 */
async function gatherTrail({ trails }: Accounts, { page, limit, domaine, ...filter }: AuditSearch) {
  const newest = page * limit
  if (newest > MAX_DEPTH)
    throw new Problem(
      400,
      'requete-invalide',
      `page times limit must not exceed ${MAX_DEPTH}; use dateTo for older entries`,
    )
  const selected = trails.filter(({ name }) => domaine === undefined || name === domaine)
  const parts = await Promise.all(
    selected.map(async ({ name, ask }) => {
      const { body } = await ask(defineAuditTrailOperation(name), { query: { ...filter, limit: newest } })
      return body
    }),
  )
  const all = parts.flatMap(({ data }) => data)
  const at = (moment: Date | string) => new Date(moment).getTime()
  all.sort((a, b) => at(b.le) - at(a.le) || a.domaine.localeCompare(b.domaine) || b.id - a.id)
  return {
    data: all.slice(newest - limit, newest),
    total: parts.reduce((sum, { total }) => sum + total, 0),
    page,
    limit,
  }
}

export const trailRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  app.get('/api/v1/privee/audits', {
    config: { access: 'internal', rights: ['admin'] },
    schema: {
      operationId: 'listAudits',
      summary: 'List the audit trail',
      description:
        'Lists changes by keys and members of staff in all areas, and their refused calls, newest first.',
      querystring: AuditSearch,
      response: { 200: PageOf('ListeAudits', AuditEntry), ...problems(400, 503) },
    },
    handler: async ({ query }) => gatherTrail(accounts, query),
  })
}
