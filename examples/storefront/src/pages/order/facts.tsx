import type { Shapes } from '../../api/client.ts'
import { useStores } from '../../api/stores.ts'
import { useDeliveryDays } from '../../basket/use-delivery-days.ts'
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

/** The delivery of an order that named a method, with its price and days. */
function Delivery({ order: { livraison, statut, createdAt } }: { order: Shapes['Commande'] }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const describe = useDeliveryDays()
  const { nom, mode, prixCents, delaiJours, pointRelais } = livraison
  if (!nom) return null
  const days = statut !== 'LIVREE' && statut !== 'ANNULEE' && describe(delaiJours, new Date(createdAt))
  return (
    <>
      <dt>{t.method}</dt>
      <dd>
        {nom} · {prixCents ? euros(prixCents) : t.free}
      </dd>
      {pointRelais && <dt>{t.point}</dt>}
      {pointRelais && (
        <dd>
          {pointRelais.nom}, {pointRelais.adresse} ({pointRelais.id})
        </dd>
      )}
      {days && <dt>{mode === 'retrait' ? t.readyDays : t.expected}</dt>}
      {days && <dd>{days}</dd>}
    </>
  )
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
        {order.codes?.map(({ code, montantCents }) => [
          <dt key={`${code} name`}>{t.code}</dt>,
          <dd key={code}>{t.applied(code, euros(montantCents))}</dd>,
        ])}
        <Delivery order={order} />
        {where && <dt>{livraison.mode === 'retrait' ? t.at : t.to}</dt>}
        {where && <dd>{where}</dd>}
        {trackingNumber && <dt>{t.tracking}</dt>}
        {trackingNumber && (
          <dd>
            {livraison.suiviUrl ? (
              <a class="link" href={livraison.suiviUrl} rel="noreferrer">
                {t.follow(trackingNumber)}
              </a>
            ) : (
              trackingNumber
            )}
          </dd>
        )}
        <dt>{t.number}</dt>
        <dd>{ordreId}</dd>
        <dt>{t.placed}</dt>
        <dd>{moment(createdAt)}</dd>
      </dl>
    </section>
  )
}
