import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { retryOnUniqueViolation, violatedConstraint } from '../../platform/database/faults.ts'
import type { Remember } from '../../platform/http/idempotency.ts'
import { parseMoment } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { fetchPromotions } from '../promotion-copy/promotion-cache.ts'
import { findPromotion } from '../promotion-copy/store.ts'
import { checkCode, checkPrefix, generateCode } from './code-format.ts'
import type { NewCodes, PromotionCode } from './schemas.ts'
import {
  type CodeTerms,
  insertCode,
  insertLot,
  KEY_INDEX,
  listCodesOfLot,
  readBoundsOfLot,
} from './store/codes.ts'

/** The codes that one call generated, as a repeated call finds them. */
export type CodeLot = { lotId: string }

/**
 * Creates a code, or generates `nombre` codes in one transaction. Throws 400 for an invalid code or prefix, and for
 * both or neither of `code` and `nombre`; 422 for an unknown or deleted promotion and an end in the past; 409 for an
 * automatic promotion or a code that exists; 503 if orders lacks the promotion and cannot request it.
 */
export async function createCodes(
  platform: OrdersPlatform,
  given: NewCodes,
  remember: Remember,
): Promise<PromotionCode | CodeLot> {
  const { promotionId, code, nombre, prefixe, utilisationsParClient = null } = given
  checkForm(given)
  const now = platform.clock.now()
  const dateFin = given.dateFin ? parseMoment(given.dateFin, 'body/dateFin', true) : null
  await checkPromotion(platform, promotionId)
  if (dateFin && dateFin < now)
    throw new Problem(422, 'valeur-refusee', `dateFin ${dateFin.toISOString()} is in the past`)
  const { utilisationsMax = nombre ? 1 : null } = given
  const terms = { promotionId, utilisationsMax, utilisationsParClient, dateFin }
  return nombre
    ? generateCodes(platform, { nombre, prefixe: prefixe ?? '', terms, now, remember })
    : createCode(platform, { code: code ?? '', terms, now, remember })
}

/** Throws 400 unless either a code is named or a number of codes to generate. */
function checkForm({ code = null, nombre = null, prefixe = null }: NewCodes) {
  const invalid = (message: string) => new Problem(400, 'requete-invalide', message)
  if ((code === null) === (nombre === null))
    throw invalid(`body must have either code or nombre; it has ${code === null ? 'neither' : 'both'}`)
  if (prefixe !== null && nombre === null) throw invalid('body/prefixe is accepted only with nombre')
  if (code !== null) checkCode(code)
  if (prefixe !== null) checkPrefix(prefixe)
}

/** Requests a promotion that orders lacks. Throws 422 if it is unknown or deleted, 409 if it is automatic. */
async function checkPromotion(platform: OrdersPlatform, id: number) {
  const { db } = platform
  let promotion = await findPromotion(db, id)
  if (!promotion) {
    await fetchPromotions(platform)
    promotion = await findPromotion(db, id)
  }
  if (!promotion || promotion.supprimee)
    throw new Problem(422, 'promotion-inconnue', `promotionId is ${id}; no promotion has this id`)
  if (promotion.autoAppliquee)
    throw new Problem(
      409,
      'promotion-automatique',
      `Promotion ${id} applies automatically; only one with autoAppliquee false can have codes`,
    )
}

type Creation = { terms: CodeTerms; now: Date; remember: Remember }

async function createCode(
  { db }: OrdersPlatform,
  { code, terms, now, remember }: Creation & { code: string },
): Promise<PromotionCode> {
  try {
    return await db.transaction(async tx => {
      const created = await insertCode(tx, code, terms, now)
      await remember(tx, 201, created)
      return created
    })
  } catch (error) {
    if (violatedConstraint(error) !== KEY_INDEX) throw error
    throw new Problem(409, 'code-existant', `The code ${code} already exists`)
  }
}

const generateCodes = (
  { db }: OrdersPlatform,
  { nombre, prefixe, terms, now, remember }: Creation & { nombre: number; prefixe: string },
): Promise<CodeLot> =>
  retryOnUniqueViolation(() =>
    db.transaction(async tx => {
      const lotId = randomUUID()
      const codes = Iterator.from(Array(nombre).keys()).map(() => generateCode(prefixe))
      await insertLot(tx, lotId, codes, terms, now)
      await remember(tx, 201, { lotId })
      return { lotId }
    }),
  )

/** The number of ids in a statement. */
const IDS_AT_ONCE = 5_000

/** Sends the codes of one call as CSV, which are read while it is sent. */
export function sendLot(reply: FastifyReply, db: Database, { lotId }: CodeLot): FastifyReply {
  async function* lines() {
    yield 'code\n'
    const { first, last } = await readBoundsOfLot(db, lotId)
    // In ranges of ids: without statistics of a new lot, the planner would sort all of it for each page.
    for (let after = first - 1; after < last; after += IDS_AT_ONCE)
      yield (await listCodesOfLot(db, lotId, after, after + IDS_AT_ONCE)).map(code => `${code}\n`).join('')
  }
  return reply
    .header('cache-control', 'no-store')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines(), { objectMode: false }))
}
