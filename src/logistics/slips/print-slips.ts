import type { FastifyReply, FastifyRequest } from 'fastify'
import { prefers } from '../../platform/http/accept.ts'
import { pageHeaders } from '../../platform/pages/serve.ts'
import type { Peers } from '../../platform/peers/peers.ts'
import { findStore } from '../peers.ts'
import { type Sender, slipPage } from './page/slip-page.ts'
import type { Slip } from './schemas.ts'

type AsWhat = { format?: 'html' | 'json' | undefined }

/** Whether a page is asked for: by name, or by a browser that follows a link. */
export const wantsPage = (request: FastifyRequest, { format }: AsWhat) =>
  format === undefined ? prefers(request, 'text/html', 'application/json') : format === 'html'

/** Answers with the slips as sheets to print. */
export async function printSlips(
  peers: Peers<'reference'>,
  { originalUrl }: FastifyRequest,
  reply: FastifyReply,
  slips: readonly Slip[],
) {
  const page = await slipPage(originalUrl, slips, await sendersOf(peers, slips))
  return reply.headers(pageHeaders([])).type('text/html; charset=utf-8').send(page)
}

/** A slip must be printed when reference is away: its store is then told by its number. */
async function sendersOf(peers: Peers<'reference'>, slips: readonly Slip[]) {
  const ids = [...new Set(slips.flatMap(({ storeId }) => storeId ?? []))]
  const found = await Promise.all(
    ids.map(async (id): Promise<[number, Sender][]> => {
      const store = await findStore(peers, id).catch(() => undefined)
      return store ? [[id, store]] : []
    }),
  )
  return new Map(found.flat())
}
