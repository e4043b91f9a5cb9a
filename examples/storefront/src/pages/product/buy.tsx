import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import type { Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.ts'
import { Price } from '../../parts/price.tsx'
import { Stepper } from '../../parts/stepper.tsx'
import { announce } from '../../shell/announcer.tsx'
import { addToBasket, basket } from '../../state/basket.ts'
import { TEXTS } from './texts.ts'

/** Remaining quantities up to this one are shown. */
const FEW = 5

/** Price, remaining quantity, and the button that adds the product to the basket. */
export function Buy({ product }: { product: Shapes['FicheProduit'] }) {
  const t = useTexts(TEXTS)
  const [wanted, want] = useState(1)
  const { id, nom, prixDeVenteCents, photosUrls, disponible, enStock, stockConnu } = product
  const inBasket = basket.value.find(line => line.id === id)?.quantity ?? 0
  // If the stock is not tracked or cannot be loaded, it is only checked when the order is placed.
  const left = typeof disponible === 'number' ? Math.max(disponible - inBasket, 0) : undefined
  const isOut = disponible === 0 || (disponible === undefined && !enStock)
  const isAll = !isOut && left === 0

  function add() {
    addToBasket({ id, nom, quantity: wanted, seenCents: prixDeVenteCents, photo: photosUrls[0] })
    announce(t.added(nom))
    want(1)
  }
  return (
    <div class="buy">
      <Price product={product} />
      {isOut && <p class="stock out">{t.out}</p>}
      {!isOut && typeof disponible === 'number' && disponible <= FEW && (
        <p class="stock few">{t.few(disponible)}</p>
      )}
      {!isOut && (typeof disponible !== 'number' || disponible > FEW) && (
        <p class={stockConnu ? 'stock in' : 'stock'}>{stockConnu ? t.inStock : t.unknownStock}</p>
      )}
      {!isOut && !isAll && (
        <div class="buy-row">
          <Stepper name={nom} value={Math.min(wanted, left ?? wanted)} change={want} most={left} />
          <button type="button" class="button" onClick={add}>
            {t.add}
          </button>
        </div>
      )}
      {product.retractable === false && <p class="soft small">{t.final}</p>}
      {isAll && <p class="soft">{t.enough}</p>}
      {inBasket > 0 && (
        <p class="notice">
          <span>{t.isIn(inBasket)}</span>
          <Link class="link" href="/panier">
            {t.toBasket}
          </Link>
        </p>
      )}
    </div>
  )
}
