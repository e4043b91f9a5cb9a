import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { reportFailure } from '../../platform/http/errors.ts'
import { pageLanguageOf } from '../../platform/http/page-language.ts'
import { HtmlPage, Language } from '../../platform/http/pages.ts'
import { html } from '../../platform/pages/html.ts'
import { FORM_BYTES, openPageScope, sendErrorPage } from '../../platform/pages/serve.ts'
import { isEmail } from '../../platform/text.ts'
import type { OrdersPlatform } from '../peers.ts'
import { findOrder } from '../store/orders.ts'
import { confirmWithdrawal, declareWithdrawal, getDeclaration } from './declare.ts'
import {
  type FormErrors,
  type FormLine,
  formLinesOf,
  languageQuery,
  renderConfirmation,
  renderForm,
  renderLayout,
  renderReceipt,
} from './pages.ts'
import { declarationLimit } from './routes.ts'
import { TokenRef } from './schemas.ts'
import { en } from './words/en.ts'
import { fr, type Words } from './words/fr.ts'

const WORDS: Record<Language, Words> = { fr, en }
const wordsFor = (request: FastifyRequest) => WORDS[pageLanguageOf(request)]

const Typed = Type.String({ maxLength: 500, default: '' })
/** Fields of a form that have the same name are an array, unless there is one alone. */
const Repeated = Type.Optional(Type.Union([Typed, Type.Array(Typed, { maxItems: 200 })]))
const Form = Type.Object({
  ...{ ordreId: Typed, nom: Typed, courriel: Typed },
  ...{ article: Repeated, quantite: Repeated },
  choisir: Type.Optional(Typed),
})
type Form = Static<typeof Form>

const PageQuery = Type.Object({
  langue: Type.Optional(Language('Language of the page; by default that of the browser')),
})
const produces = ['text/html']
const page = { 200: HtmlPage('The page'), 400: HtmlPage('A page: the address is malformed') }
const ofToken = { ...page, 404: HtmlPage('A page: the declaration is unknown or has expired') }
const ofForm = {
  400: HtmlPage('The form again, with its errors'),
  413: HtmlPage('A page: the form is too large'),
  415: HtmlPage('A page: the body is not a form'),
  429: HtmlPage('A page: too many declarations'),
  503: HtmlPage('A page: a service is unavailable'),
}
const redirect = { 303: Type.Null({ description: 'Redirect to the next page in `Location`' }) }

/** Routes of the page on which customers withdraw from an order, in two steps. */
export const withdrawalPages: FastifyPluginAsyncTypebox<OrdersPlatform> = async (app, platform) => {
  const { db } = platform
  const { config } = platform
  const { withdrawalDays: days } = platform.settings
  await openPageScope(app, [])
  app.setErrorHandler(createProblemHandler(config))

  const showForm = (form: Omit<Parameters<typeof renderForm>[0], 'days'>) => {
    const { words } = form
    const content = renderForm({ ...form, days })
    return renderLayout({ words, shop: config.shopName, title: words.page, content })
  }

  app.get('/retractation', {
    config: { access: 'open' },
    schema: {
      produces,
      response: page,
      operationId: 'showWithdrawalPage',
      summary: 'Show the page that declares a withdrawal',
      description: 'A form. With `ordreId` of an order, its articles can be chosen.',
      querystring: Type.Object({
        ordreId: Type.Optional(Type.String({ maxLength: 100 })),
        ...PageQuery.properties,
      }),
    },
    handler: async request => {
      const { ordreId = '' } = request.query
      const order = ordreId === '' ? undefined : await findOrder(db, ordreId)
      const words = wordsFor(request)
      const values = { ordreId, nom: '', courriel: '' }
      return showForm({ words, values, lines: order && formLinesOf(words, order) })
    },
  })

  app.post('/retractation', {
    config: { access: 'open', limit: declarationLimit(platform) },
    bodyLimit: FORM_BYTES,
    schema: {
      produces,
      response: { ...page, ...ofForm, ...redirect },
      operationId: 'declareWithdrawalOnPage',
      summary: 'Request a withdrawal on its page',
      description: 'Receives the form and redirects to the page that confirms the declaration.',
      querystring: PageQuery,
      body: Form,
    },
    handler: async (request, reply) => {
      const { body } = request
      const words = wordsFor(request)
      const { ordreId, nom, courriel, choisir } = body
      const values = { ordreId, nom, courriel }
      const choices = choicesOf(body)
      const order = choisir || choices.size > 0 ? await findOrder(db, ordreId) : undefined
      const lines = order && formLinesOf(words, order, choices)
      if (choisir && lines) return showForm({ words, values, lines })
      const errors = choisir ? { ordreId: words.faults.unknown } : errorsOf(words, values, lines)
      if (errors) return reply.code(400).send(showForm({ words, values, lines, errors }))
      const articles = lines && chosenArticles(lines)
      const { jeton } = await declareWithdrawal(platform, { ...values, articles: articles ?? null })
      return reply.redirect(`retractation/${jeton}${languageQuery(words)}`, 303)
    },
  })

  app.get('/retractation/:jeton', {
    config: { access: 'open' },
    schema: {
      produces,
      response: ofToken,
      operationId: 'showWithdrawal',
      summary: 'Show the page that confirms a withdrawal',
      description: 'The declaration with a button that confirms it or, for a day after that, its receipt.',
      params: TokenRef,
      querystring: PageQuery,
    },
    handler: async request => {
      const words = wordsFor(request)
      const declared = await getDeclaration(platform, request.params.jeton)
      const described = { words, declared, order: await findOrder(db, declared.ordreId) }
      const content = declared.recuLe
        ? renderReceipt(described, declared.recuLe)
        : renderConfirmation(described)
      return renderLayout({ words, shop: config.shopName, title: words.page, content, up: '../' })
    },
  })

  app.post('/retractation/:jeton', {
    config: { access: 'open' },
    bodyLimit: FORM_BYTES,
    schema: {
      produces,
      response: { ...ofToken, ...ofForm, ...redirect },
      operationId: 'confirmWithdrawalOnPage',
      summary: 'Confirm a withdrawal on its page',
      description: 'Confirms the declaration and redirects to its receipt.',
      params: TokenRef,
      querystring: PageQuery,
    },
    handler: async (request, reply) => {
      const { jeton } = request.params
      await confirmWithdrawal(platform, jeton)
      return reply.redirect(`${jeton}${languageQuery(wordsFor(request))}`, 303)
    },
  })
}

const listOf = (fields: Form['article'] = []) => [fields].flat()

/** Returns the typed quantity of each article. */
function choicesOf({ article, quantite }: Form): Map<string, string> {
  const quantities = listOf(quantite)
  return new Map(listOf(article).map((id, i) => [id, quantities[i] ?? '']))
}

function errorsOf(
  { faults }: Words,
  { ordreId, nom, courriel }: Pick<Form, 'ordreId' | 'nom' | 'courriel'>,
  lines: readonly FormLine[] | undefined,
): FormErrors | undefined {
  const errors: FormErrors = {}
  if (ordreId === '' || ordreId.length > 100) errors.ordreId = faults.ordreId
  if (nom === '' || nom.length > 200) errors.nom = faults.nom
  if (!isEmail(courriel)) errors.courriel = faults.courriel
  if (lines?.some(({ choix, quantite }) => !/^\d{1,10}$/.test(choix) || Number(choix) > quantite))
    errors.articles = faults.units
  else if (lines?.every(({ choix }) => Number(choix) === 0)) errors.articles = faults.none
  return Object.keys(errors).length > 0 ? errors : undefined
}

/** Returns the chosen articles; undefined for all units of the order. */
function chosenArticles(lines: readonly FormLine[]) {
  if (lines.every(({ choix, quantite }) => Number(choix) === quantite)) return undefined
  return lines.flatMap(({ articleId, choix }) =>
    Number(choix) > 0 ? [{ id: articleId, quantite: Number(choix) }] : [],
  )
}

const createProblemHandler =
  (config: { shopName: string }) => (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const problem = reportFailure(error, request)
    const words = wordsFor(request)
    const [title, text] = words.problems[problem.statusCode] ?? words.other
    const up = request.routeOptions.url?.endsWith(':jeton') ? '../' : ''
    const content = html`<h1>${title}</h1>
<p class="lead">${text}</p>
<a class="button" href="${up}retractation${languageQuery(words)}">${words.declare}</a>`
    return sendErrorPage(reply, problem, renderLayout({ words, shop: config.shopName, title, content, up }))
  }
