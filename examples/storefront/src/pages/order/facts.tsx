import type { Shapes } from '../../api/client.ts'
import { useStores } from '../../api/stores.ts'
import { useDeliveryDays } from '../../basket/use-delivery-days.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { countryName } from '../../parts/countries.ts'
import { articlesOf, OrderedArticles } from '../../parts/ordered-articles.tsx'
import { COUNTRY } from '../../state/checkout.ts'
import { TEXTS } from './texts.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The delivery address in one line. A country is a code if the order named a delivery method. */
function addressOf({ adresseLivraison }: Shapes['Commande']) {
  const { nom, rue, complement, codePostal, ville, pays } = adresseLivraison
  const country = text(pays)
  const shown = country === COUNTRY || country.length !== 2 ? '' : countryName(country)
  const town = [text(codePostal), text(ville)].filter(Boolean).join(' ')
  return [text(nom), text(rue), text(complement), town, shown].filter(Boolean).join(', ')
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

/** The amounts of an order; what its articles and delivery cost beyond the total is its discount. */
function Sums({ order }: { order: Shapes['Commande'] }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const { montantTotalCents, paiement, livraison } = order
  const articlesCents = articlesOf(order).reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  const deliveryCents = livraison.prixCents ?? 0
  const discountCents = articlesCents + deliveryCents - montantTotalCents
  return (
    <dl class="sums">
      {discountCents > 0 && (
        <div class="taken-off">
          <dt>{t.discount}</dt>
          <dd>−{euros(discountCents)}</dd>
        </div>
      )}
      <div>
        <dt>{livraison.nom ?? t.delivery}</dt>
        <dd>{deliveryCents > 0 ? euros(deliveryCents) : t.free}</dd>
      </div>
      <div class="total">
        <dt>{t.total}</dt>
        <dd>{euros(montantTotalCents)}</dd>
      </div>
      {paiement.rembourseCents > 0 && (
        <div>
          <dt>{t.refunded}</dt>
          <dd>{euros(paiement.rembourseCents)}</dd>
        </div>
      )}
    </dl>
  )
}

export function Facts({ order }: { order: Shapes['Commande'] }) {
  const t = useTexts(TEXTS)
  const { euros, moment } = useFormats()
  const { data: stores = [] } = useStores()
  const { ordreId, createdAt, livraison, trackingNumber } = order
  const store = stores.find(({ id }) => id === livraison.magasinId)
  const where = livraison.mode === 'retrait' ? store && `${store.nom}, ${store.adresse}` : addressOf(order)
  return (
    <section class="box" aria-labelledby="articles">
      <h2 id="articles">{t.articles}</h2>
      <OrderedArticles order={order} />
      <Sums order={order} />
      <dl class="facts">
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
