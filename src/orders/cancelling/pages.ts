import { formatEuros } from '../../platform/money.ts'
import { type Html, html, pageHead } from '../../platform/pages/html.ts'
import { baseStyle, pageFiles } from '../../platform/pages/serve.ts'
import type { Order } from '../tables.ts'

const { base, routes } = pageFiles('/api/v1/publique/annulations', [
  ['annulation.css', 'text/css', baseStyle],
])
export const styleRoutes = routes

/** A whole page, without a script. Addresses in it are relative; it lies in an order's folder. */
const layout = (title: string, content: Html): string =>
  html`<!doctype html>
<html lang="fr">
<head>
${pageHead(title, `../../annulations/${base}annulation.css`)}
</head>
<body>
<main>
<div class="counter">
${content}
</div>
</main>
</body>
</html>
`.markup

type Asked = Pick<Order, 'ordreId' | 'lignes' | 'montantTotalCents'>

/** Looking at it changes nothing: what cancels is its button. A name that is no product's is a caller's own text. */
export const askPage = ({ ordreId, lignes, montantTotalCents }: Asked) =>
  layout(
    'Annuler votre commande',
    html`<h1>Annuler votre commande ?</h1>
<p class="lead">Commande ${ordreId}</p>
<ul>${lignes.map(({ nom, connu, quantite }) => html`<li>${quantite} × ${connu ? nom : 'Article'}</li>`)}</ul>
<p>Total : <strong>${formatEuros(montantTotalCents)}</strong>. Ce que vous avez payé vous est remboursé en entier, par le même moyen.</p>
<form method="post">
<button type="submit" class="button danger">Annuler la commande</button>
</form>`,
  )

export const toldPage = (title: string, text: string) =>
  layout(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>`,
  )

export const donePage = () =>
  toldPage(
    'Votre commande est annulée',
    'Ce que vous avez payé vous est remboursé. Selon votre banque, il faut quelques jours pour que cela se voie sur votre compte.',
  )
