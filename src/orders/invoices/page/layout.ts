import { readFileSync } from 'node:fs'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { prefers } from '../../../platform/http/accept.ts'
import { reportFailure, sendProblem } from '../../../platform/http/errors.ts'
import { type Html, html, renderPage } from '../../../platform/pages/html.ts'
import { baseStyle, createPageFiles, pageHeaders, sendErrorPage } from '../../../platform/pages/serve.ts'

const style = readFileSync(new URL('facture.css', import.meta.url), 'utf8')
export const { base, routes: invoiceStyleRoutes } = createPageFiles('/api/v1/publique/factures', [
  ['facture.css', 'text/css', baseStyle + style],
])

/** A complete page. Its URLs are relative to the order's folder, so that the page works under any base URL. */
export const renderLayout = (title: string, content: Html): string =>
  renderPage({ title, stylesheet: `../../factures/${base}facture.css`, bodyClass: 'invoice' }, content)

const MESSAGES: Record<number, readonly [title: string, text: string]> = {
  401: [
    'Ce lien n’est pas valable',
    'Il est incomplet, ou son temps est passé. Reprenez-le dans votre e-mail, ou demandez la facture à la boutique.',
  ],
  403: ['Cette facture n’est pas la vôtre', 'Connectez-vous avec le compte qui a passé la commande.'],
  404: ['Commande inconnue', 'Aucune commande ne porte ce numéro. Vérifiez l’adresse.'],
  409: [
    'Pas encore de facture',
    'Aucune facture n’a été émise pour cette commande. Elle l’est peu après le paiement.',
  ],
  410: ['Facture archivée', 'Cette facture ne se lit plus en ligne. Demandez-la à la boutique.'],
  429: ['Trop de demandes', 'Réessayez dans quelques minutes.'],
  503: ['Service indisponible', 'Réessayez dans un instant.'],
}

/** Sends an error as a page when the client prefers HTML, else as problem JSON. */
export function sendInvoiceProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const problem = reportFailure(error, request)
  reply.headers({ ...pageHeaders([]), vary: 'accept' })
  if (!prefers(request, 'text/html', 'application/json')) return sendProblem(reply, problem)
  const [title, text] = MESSAGES[problem.statusCode] ?? [
    'Demande impossible',
    'La demande n’a pas pu être traitée. Reprenez le lien de votre e-mail et recommencez.',
  ]
  const content = html`<section class="sheet"><h1>${title}</h1><p>${text}</p></section>`
  return sendErrorPage(reply, problem, renderLayout(title, content))
}
