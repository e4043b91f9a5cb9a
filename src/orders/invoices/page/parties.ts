import { type Html, html } from '../../../platform/pages/html.ts'
import type { Buyer, Seller } from '../schemas.ts'

const lines = (given: readonly (string | null | false)[]): Html[] =>
  given.filter(line => line !== null && line !== false).map(line => html`<span>${line}</span>`)

/** 123 456 789 00012 */
const siret = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{5})$/, '$1 $2 $3 $4')

export const sellerBlock = (seller: Seller) => html`<div class="party seller">
<p class="name">${seller.nom}</p>
<p class="lines">${lines([
  seller.forme,
  ...seller.adresse,
  `SIRET ${siret(seller.siret)}`,
  seller.immatriculation,
  seller.numeroTva !== null && `N° TVA ${seller.numeroTva}`,
  seller.contact,
])}</p>
</div>`

export const buyerBlock = ({ nom, adresse, livraison, siren, numeroTva }: Buyer) => html`<div class="buyers">
<div class="party">
<h2>Facturé à</h2>
<p class="lines"><strong>${nom || 'Client'}</strong>${lines([
  ...adresse,
  siren !== null && `SIREN ${siren}`,
  numeroTva !== null && `N° TVA ${numeroTva}`,
])}</p>
</div>
${
  livraison.length > 0 &&
  html`<div class="party">
<h2>Livré à</h2>
<p class="lines">${lines(livraison)}</p>
</div>`
}
</div>`
