import { Link, useLocation } from 'wouter-preact'
import { Codes } from '../../basket/codes.tsx'
import { canBeOrdered, compareLines } from '../../basket/compare.ts'
import { FreeDelivery } from '../../basket/free-delivery.tsx'
import { usePricing } from '../../basket/price-basket.ts'
import { Summary } from '../../basket/summary.tsx'
import { defineTexts, useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Page } from '../../parts/page.tsx'
import { basket, markPriceSeen } from '../../state/basket.ts'
import { DeliveryPrices } from './delivery-prices.tsx'
import { Line } from './line.tsx'

const TEXTS = defineTexts({
  fr: {
    title: 'Panier',
    empty: 'Votre panier est vide.',
    browse: 'Voir les produits',
    summary: 'Récapitulatif',
    order: 'Commander',
    blocked: 'Réglez d’abord ce qui est signalé ci-contre.',
    later: 'Rien n’est réservé tant que la commande n’est pas passée.',
  },
  en: {
    title: 'Basket',
    empty: 'Your basket is empty.',
    browse: 'See the products',
    summary: 'Summary',
    order: 'Check out',
    blocked: 'First resolve the problems shown here.',
    later: 'Nothing is reserved until the order is placed.',
  },
})

export default function Basket() {
  const t = useTexts(TEXTS)
  const [, go] = useLocation()
  const { data, error, isLoading, again } = usePricing()
  const lines = compareLines(basket.value, data)
  const isReady = data !== undefined && canBeOrdered(lines)

  /** Continuing accepts the new prices, which the page shows beside the old ones. */
  function order() {
    for (const { id, now } of lines) if (now) markPriceSeen(id, now.prixUnitaireCents)
    go('/commande')
  }

  if (lines.length === 0)
    return (
      <Page title={t.title}>
        <p>{t.empty}</p>
        <Link class="button" href="/recherche">
          {t.browse}
        </Link>
      </Page>
    )
  return (
    <Page title={t.title} class="beside">
      <ul class="lines">
        {lines.map(line => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <section class="box aside" aria-labelledby="total">
        <h2 id="total">{t.summary}</h2>
        <LoadError error={error} again={again} />
        {data?.priced.offresLivraison && (
          <DeliveryPrices offers={data.priced.offresLivraison} isLoading={isLoading} />
        )}
        <Codes priced={data?.priced} />
        {data && <Summary priced={data.priced} />}
        {data && <FreeDelivery priced={data.priced} />}
        <button type="button" class="button full" disabled={!isReady} onClick={order}>
          {t.order}
        </button>
        <p class="soft small">{data && !isReady ? t.blocked : t.later}</p>
      </section>
    </Page>
  )
}
