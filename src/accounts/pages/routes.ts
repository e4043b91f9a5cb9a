import type { FastifyPluginAsyncTypebox, TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { HtmlPage } from '../../platform/http/pages.ts'
import type { Html } from '../../platform/pages/html.ts'
import { FORM_BYTES, openPageScope } from '../../platform/pages/serve.ts'
import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { confirmByPassword, getAccountByLink, resetPassword } from '../proving/use-links.ts'
import {
  createProblemHandler,
  type FormErrors,
  renderConfirmationForm,
  renderLayout,
  renderMessage,
  renderPasswordForm,
  styleRoutes,
} from './layout.ts'
import { type Words, wordsFor } from './words.ts'

const config = { access: 'open' } as const
const produces = ['text/html']
const LinkRef = Type.Object({
  jeton: Type.String({ minLength: 1, maxLength: 100, description: 'Token at the end of the link' }),
})
const Typed = Type.Optional(Type.String({ maxLength: 1024, trim: false }))
const forPages = {
  200: HtmlPage('The page'),
  400: HtmlPage('A page: the address is malformed'),
}
const linkPageResponses: Record<number, Type.TString> = {
  ...forPages,
  410: HtmlPage('A page: the link is invalid or has expired'),
}
/** The responses to a form: a redirection, the form again with its errors, or the page of an error. */
const formResponses: Record<number, Type.TString | Type.TNull> = {
  303: Type.Null({ description: 'Redirect to the page in `Location`' }),
  400: HtmlPage('The form again, with its errors'),
  401: HtmlPage('The form again: the password is wrong'),
  410: HtmlPage('A page: the link is invalid or has expired'),
  413: HtmlPage('A page: the form is too large'),
  415: HtmlPage('A page: the body is not a form'),
  429: HtmlPage('A page: too many attempts with wrong passwords'),
}

/** Routes of the pages that mailed links open, and of their forms. */
export const linkRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const page = (words: Words, title: string, content: Html) =>
    renderLayout({ words, shop: accounts.config.shopName, title, content, up: '../' })
  const confirmation = (words: Words, errors?: FormErrors) =>
    page(words, words.confirmation.page, renderConfirmationForm(words, errors))
  const password = (words: Words, errors?: FormErrors) =>
    page(words, words.reset.page, renderPasswordForm(words, errors))

  app.get('/compte/confirmation/:jeton', {
    config,
    schema: {
      produces,
      response: linkPageResponses,
      operationId: 'showConfirmationPage',
      summary: 'Show the page that confirms an address',
      description: 'The page of the mailed link; it asks for the password of the account.',
      params: LinkRef,
    },
    handler: async request => {
      await getAccountByLink(accounts, request.params.jeton, 'confirmation')
      return confirmation(wordsFor(request))
    },
  })

  app.post('/compte/confirmation/:jeton', {
    config,
    bodyLimit: FORM_BYTES,
    schema: {
      produces,
      response: formResponses,
      operationId: 'confirmEmailOnPage',
      summary: 'Confirm an address on its page',
      description: 'Confirms the e-mail address with the link and the password of the account.',
      params: LinkRef,
      body: Type.Object({ motDePasse: Typed }),
    },
    handler: async (request, reply) => {
      const { params, body, ip } = request
      const words = wordsFor(request)
      try {
        await confirmByPassword(accounts, params.jeton, body.motDePasse ?? '', ip)
      } catch (error) {
        if (!(error instanceof Problem) || error.statusCode !== 401) throw error
        return reply.code(401).send(confirmation(words, { motDePasse: words.faults.wrong }))
      }
      return reply.redirect('../adresse-confirmee', 303)
    },
  })

  app.get('/compte/mot-de-passe/:jeton', {
    config,
    schema: {
      produces,
      response: linkPageResponses,
      operationId: 'showPasswordPage',
      summary: 'Show the page that resets a password',
      description: 'The page of the mailed link; it asks for a new password.',
      params: LinkRef,
    },
    handler: async request => {
      await getAccountByLink(accounts, request.params.jeton, 'mot-de-passe')
      return password(wordsFor(request))
    },
  })

  app.post('/compte/mot-de-passe/:jeton', {
    config,
    bodyLimit: FORM_BYTES,
    schema: {
      produces,
      response: formResponses,
      operationId: 'resetPasswordOnPage',
      summary: 'Reset a password on its page',
      description: 'Sets the new password and ends all sessions of the account.',
      params: LinkRef,
      body: Type.Object({ motDePasse: Typed, confirmation: Typed }),
    },
    handler: async (request, reply) => {
      const { motDePasse = '', confirmation = '' } = request.body
      const words = wordsFor(request)
      const errors = errorsOf(words, motDePasse, confirmation)
      if (errors) return reply.code(400).send(password(words, errors))
      await resetPassword(accounts, request.params.jeton, motDePasse)
      return reply.redirect('../mot-de-passe-change', 303)
    },
  })
}

function errorsOf({ faults }: Words, motDePasse: string, confirmation: string): FormErrors | undefined {
  if (motDePasse.length < 6 || motDePasse.length > 128) return { motDePasse: faults.length }
  return motDePasse === confirmation ? undefined : { confirmation: faults.different }
}

/** Routes of the pages for mailed links, which contain no scripts. A GET request changes nothing. */
export const pageRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { config: settings } = accounts
  await styleRoutes(app, {})

  await app.register(async function pages(page) {
    const scope = page.withTypeProvider<TypeBoxTypeProvider>()
    await openPageScope(scope, [])
    scope.setErrorHandler(createProblemHandler(settings))
    await linkRoutes(scope, accounts)

    for (const { url, of, ...described } of ENDS)
      scope.get(url, {
        config,
        schema: { produces, response: forPages, ...described },
        handler: async request => {
          const words = wordsFor(request)
          const { done } = words[of]
          return renderLayout({
            words,
            shop: settings.shopName,
            title: done[0],
            content: renderMessage(done),
          })
        },
      })
  })
}

const ENDS = [
  {
    url: '/compte/adresse-confirmee',
    operationId: 'showEmailConfirmed',
    summary: 'Show that an address is confirmed',
    description: 'The page after the confirmation of an e-mail address.',
    of: 'confirmation',
  },
  {
    url: '/compte/mot-de-passe-change',
    operationId: 'showPasswordChanged',
    summary: 'Show that a password is changed',
    description: 'The page after a new password is set.',
    of: 'reset',
  },
] as const
