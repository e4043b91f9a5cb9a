import { readFileSync } from 'node:fs'
import { addressLines, phoneIn } from '../../../orders/contract.ts'
import { type Html, html, renderPage } from '../../../platform/pages/html.ts'
import { baseStyle, createPageFiles } from '../../../platform/pages/serve.ts'
import type { Slip, SlipArticle, SlipStatus } from '../schemas.ts'

export type Sender = { nom?: string; adresse?: string }
/** The stores by id and the eans by article id, without those that could not be read. */
export type SlipContext = { senders: ReadonlyMap<number, Sender>; eans: ReadonlyMap<string, string> }

const STATUSES: Record<SlipStatus, string> = {
  a_preparer: 'à préparer',
  incomplet: 'incomplet',
  prepare: 'préparé',
  expedie: 'expédié',
  livre: 'livré',
  annule: 'annulé',
}

const moments = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Paris',
})

/** Returns the HTML of slips to print, each on a new sheet. `url` is the requested URL. */
export async function renderSlipPage(url: string, slips: readonly Slip[], context: SlipContext) {
  const sheets = await Promise.all(slips.map(slip => sheet(slip, context)))
  const title =
    slips.length === 1 ? `Bon de préparation ${slips[0]?.numero}` : `${slips.length} bons de préparation`
  const stylesheet = `${pathToRoot(url)}publique/bordereaux/${base}bordereau.css`
  return renderPage(
    { title, stylesheet, bodyClass: 'slips' },
    html`<h1 class="unseen">${title}</h1>
${sheets.length > 0 ? sheets : html`<p class="none">Aucun bon de préparation ne porte ces numéros.</p>`}`,
  )
}

async function sheet(slip: Slip, { senders, eans }: SlipContext): Promise<Html> {
  const { numero, ordreId, clientId, retrait, statut, trackingNumber, adresseCorrigeeLe, createdAt } = slip
  const address = addressLines(slip.adresseLivraison, { parcel: true })
  const phone = phoneIn(slip.adresseLivraison)
  const pickupPoint = addressLines(pickupPointOf(slip), { parcel: true })
  return html`<article class="sheet">
<header>
<div class="from">${senderBlock(slip, senders)}</div>
<div class="code">${await renderBarcode(numero)}<p class="number">${numero}</p></div>
</header>
<h2>Bon de préparation</h2>
<div class="about">
<section>
<h3>${retrait ? 'À remettre en magasin à' : 'À envoyer à'}</h3>
<p class="lines">${address.map(line => html`<span>${line}</span>`)}${address.length === 0 && html`<span>${clientId}</span>`}${phone && html`<span>Tél. ${phone}</span>`}</p>
${
  adresseCorrigeeLe !== null &&
  html`<p class="corrected">Adresse corrigée le ${moments.format(new Date(adresseCorrigeeLe))}</p>
`
}${
  pickupPoint.length > 0 &&
  html`<h3>Point relais</h3>
<p class="lines">${pickupPoint.map(line => html`<span>${line}</span>`)}</p>
`
}</section>
<dl>
${row('Commande', ordreId)}${row('Client', clientId)}${row('Établi le', moments.format(new Date(createdAt)))}${row('État', STATUSES[statut])}${trackingNumber !== null && row('Suivi', trackingNumber)}
</dl>
</div>
${articlesTable(slip, eans)}
<div class="handover"><p>${retrait ? 'Remis' : 'Reçu'} le</p><p>Nom</p><p>Signature</p></div>
</article>
`
}

/** Returns the pick-up point of an address, whose other fields are those of the customer. */
const pickupPointOf = ({ adresseLivraison: address }: Slip): unknown =>
  typeof address === 'object' && address !== null && 'pointRelais' in address
    ? address.pointRelais
    : undefined

const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>
`

function senderBlock({ storeId }: Slip, senders: SlipContext['senders']): Html {
  if (storeId === null) return html`<p class="name">Aucun magasin n’a ces articles</p>`
  const { nom = `Magasin ${storeId}`, adresse } = senders.get(storeId) ?? {}
  return html`<p class="name">${nom}</p>
<p>${adresse}</p>`
}

function articlesTable({ numero, articles }: Slip, eans: SlipContext['eans']): Html {
  const lines = mergeByArticle(articles)
  const isShort = lines.some(({ manquant }) => manquant > 0)
  return html`<table>
<caption class="unseen">Articles du bon ${numero}</caption>
<thead>
<tr class="running"><th colspan="${isShort ? 3 : 2}">Bon de préparation ${numero}</th></tr>
<tr><th scope="col">Article</th><th scope="col">Quantité</th>${isShort && html`<th scope="col">Manquant</th>`}</tr>
</thead>
<tbody>
${lines.map(
  ({ id, nom, quantite, manquant }) => html`<tr>
<th scope="row">${nom} <span class="ref">réf. ${eans.get(id) ?? id}</span></th>
<td>${quantite - manquant}</td>${isShort && html`<td class="short">${manquant > 0 ? manquant : ''}</td>`}
</tr>
`,
)}</tbody>
</table>`
}

/** Merges the lines of each article into one, with the sums of its ordered and its missing units. */
function mergeByArticle(articles: readonly SlipArticle[]) {
  const lines = new Map<string, Pick<SlipArticle, 'id' | 'nom' | 'quantite' | 'manquant'>>()
  for (const { id, nom, quantite, manquant } of articles) {
    const line = lines.getOrInsert(id, { id, nom, quantite: 0, manquant: 0 })
    line.quantite += quantite
    line.manquant += manquant
  }
  return [...lines.values()]
}

const style = readFileSync(new URL('bordereau.css', import.meta.url), 'utf8')
const { base, routes } = createPageFiles('/api/v1/publique/bordereaux', [
  ['bordereau.css', 'text/css', baseStyle + style],
])
export const styleRoutes = routes

/** Returns the relative path from a page to `/api/v1/`. Trailing slashes and any base address are permitted. */
function pathToRoot(url: string): string {
  const path = url.split('?', 1)[0] ?? ''
  const inside = path.slice(path.indexOf(ROOT) + ROOT.length)
  return '../'.repeat(inside.split('/').length - 1)
}
const ROOT = '/api/v1/'

/** The quiet zone on both sides, in modules, as the standard requires. */
const QUIET = 10

/** Returns a text as a Code 128 barcode, drawn as one path. The style sheet sets its size. */
export async function renderBarcode(text: string): Promise<Html> {
  // Loaded with the first barcode, because most servers print no slips.
  const { default: JsBarcode } = await import('jsbarcode')
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = drawn.encodings?.map(({ data }) => data).join('') ?? ''
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ 0: bar, index }) => `M${QUIET + index} 0h${bar.length}v1h-${bar.length}z`,
  )
  return html`<svg class="bars" viewBox="0 0 ${modules.length + 2 * QUIET} 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="img" aria-label="Code-barres ${text}"><path d="${bars.join('')}"/></svg>`
}
