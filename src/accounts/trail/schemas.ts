import Type, { type Static } from 'typebox'
import { AuditEntry, AuditFilter } from '../../platform/audit/operations.ts'
import { Limit, Page, PageOf } from '../../platform/http/pages.ts'

export const AuditSearch = Type.Object({
  ...AuditFilter.properties,
  domaine: Type.Optional(Type.String({ description: 'One area alone' })),
  page: Page(1_000),
  limit: Limit(20),
})
export type AuditSearch = Static<typeof AuditSearch>

export const AuditList = PageOf('ListeAudits', AuditEntry)
