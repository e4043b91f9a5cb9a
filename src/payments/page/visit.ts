import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { hashSecret } from '../../platform/http/agent.ts'
import { pageLanguageOf, selectLanguage } from '../../platform/http/page-language.ts'
import type { Language } from '../../platform/http/pages.ts'
import { Problem } from '../../platform/problem.ts'
import type { Context } from '../context.ts'
import { hasTooManyRefusals } from '../links/refused-cards.ts'
import { findLink } from '../links/store.ts'
import { findLatestOfLink, findLiveOfOrder, isLive } from '../store.ts'
import type { Link, Transaction } from '../tables.ts'
import { en } from './words/en.ts'
import { fr, type Words } from './words/fr.ts'

/** A request for the page of a link. */
export type Visit = { token: string; link: Link; words: Words }

type PageRequest = FastifyRequest<{ Params: { token: string } }>

/** Selects the language of the pages that answer a request, also of those about an error; returns its texts. */
export function selectWords(request: object, langue: Language = 'fr'): Words {
  selectLanguage(request, langue)
  return LANGUAGES[langue]
}

/** Returns the link with the token, and the texts in its language. Throws 404 for an unknown link. */
export async function findVisit({ db }: Context, request: PageRequest): Promise<Visit> {
  const { params } = request
  const link = await findLink(db, hashSecret(params.token))
  if (!link) throw new Problem(404, 'lien-inconnu', 'Unknown payment link')
  return { token: params.token, link, words: selectWords(request, link.langue) }
}

/** The state of the page. `ended`: too many cards were refused. */
export type PageState =
  | { kind: 'pending' | 'paid' | 'refunded'; payment: Transaction }
  | { kind: 'form' | 'expired' | 'ended'; payment?: Transaction | undefined }

/**
 * Returns the state of a link's page. The live payment of the link, or else of its order, determines it. Without one,
 * the link's last payment determines whether it is refunded or ended, and the clock whether it has expired.
 */
export async function readPageState(context: Context, link: Link): Promise<PageState> {
  const { db, clock } = context
  const [own, ofOrder] = await Promise.all([
    findLatestOfLink(db, link.id),
    link.orderId === null ? undefined : findLiveOfOrder(db, link.orderId),
  ])
  const live = own && isLive(own) ? own : ofOrder
  if (live) return { kind: live.status === 'en_attente' ? 'pending' : 'paid', payment: live }
  if (own && own.montantRembourseCents >= own.montantCents) return { kind: 'refunded', payment: own }
  if (own?.status === 'refuse' && (await hasTooManyRefusals(context, db, link.id)))
    return { kind: 'ended', payment: own }
  return { kind: link.expireLe <= clock.now() ? 'expired' : 'form', payment: own }
}

/** Returns a token that proves that a form comes from the link's page. It needs no cookies, which a frame may lack. */
export const csrfOf = ({ tokenSecret }: Context['config'], { id }: Link) =>
  createHmac('sha256', tokenSecret).update(`payment page ${id}`).digest('base64url')

/** Throws 403 for a form that does not come from this link's page. */
export function checkCsrf(config: Context['config'], link: Link, given: string | undefined) {
  const expected = Buffer.from(csrfOf(config, link))
  const actual = Buffer.from(given ?? '')
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected))
    throw new Problem(403, 'formulaire-perime', 'The form does not belong to this page')
}

/** Whether new payments are made on the provider's own page, so that this page has no card form. */
export const usesProviderPage = ({ providers }: Context) => providers.byDefault.begin !== undefined

const LANGUAGES = { fr, en }

/**
 * Returns the texts in the language of the link that the request names or, without a link, in the browser's preferred
 * one; French if it prefers neither.
 */
export const wordsFor = (request: FastifyRequest): Words => LANGUAGES[pageLanguageOf(request)]
