import type { Shapes } from '../../api/client.ts'
import { useStores } from '../../api/stores.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The delivery address in one line. */
function addressOf({ adresseLivraison: { rue, codePostal, ville } }: Shapes['Commande']) {
  return [text(rue), [text(codePostal), text(ville)].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** An ordered article. The client that places an order defines the shape of its articles. */
function articleOf(article: unknown) {
  const fields = typeof article === 'object' && article !== null ? article : {}
  const { id, nom, quantite } = fields as Record<string, unknown>
  return { name: text(nom) || String(id), quantity: Number(quantite) }
}

export function Facts({ order }: { order: Shapes['Commande'] }) {
  const t = useTexts(TEXTS)
  const { euros, moment } = useFormats()
  const { data: stores = [] } = useStores()
  const { ordreId, createdAt, montantTotalCents, paiement, livraison, trackingNumber } = order
  const store = stores.find(({ id }) => id === livraison.magasinId)
  const where = livraison.mode === 'retrait' ? store && `${store.nom}, ${store.adresse}` : addressOf(order)
  return (
    <section class="box" aria-labelledby="articles">
      <h2 id="articles">{t.articles}</h2>
      <ul class="short-lines">
        {order.articles.map(articleOf).map(({ name, quantity }) => (
          <li key={name}>
            <span>
              {quantity} × {name}
            </span>
          </li>
        ))}
      </ul>
      <dl class="facts">
        <dt>{t.total}</dt>
        <dd>{euros(montantTotalCents)}</dd>
        {paiement.rembourseCents > 0 && <dt>{t.refunded}</dt>}
        {paiement.rembourseCents > 0 && <dd>{euros(paiement.rembourseCents)}</dd>}
        {where && <dt>{livraison.mode === 'retrait' ? t.at : t.to}</dt>}
        {where && <dd>{where}</dd>}
        {trackingNumber && <dt>{t.tracking}</dt>}
        {trackingNumber && <dd>{trackingNumber}</dd>}
        <dt>{t.number}</dt>
        <dd>{ordreId}</dd>
        <dt>{t.placed}</dt>
        <dd>{moment(createdAt)}</dd>
      </dl>
    </section>
  )
}
