import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter-preact'
import type { Shapes } from '../api/client.ts'
import { useAction } from '../api/use-action.ts'
import { priceBasket } from '../basket/price-basket.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { addToBasket } from '../state/basket.ts'
import { ErrorNotice } from './errors.tsx'
import { articlesOf } from './ordered-articles.tsx'

const TEXTS = defineTexts({
  fr: {
    again: 'Commander à nouveau',
    gone: (names: string) => `Ne peut plus être commandé : ${names}.`,
    fewer: (name: string, count: number) => `${name} : il n’en reste que ${count}.`,
    none: 'Plus rien de cette commande ne peut être commandé.',
    basket: 'Voir le panier',
  },
  en: {
    again: 'Order again',
    gone: (names: string) => `Can no longer be ordered: ${names}.`,
    fewer: (name: string, count: number) => `${name}: only ${count} left.`,
    none: 'Nothing of this order can be ordered any more.',
    basket: 'See the basket',
  },
})

type Outcome = { gone: string[]; fewer: { name: string; left: number }[]; isEmpty: boolean }

/** Puts the articles of an order that can still be bought into the basket, and returns what cannot. */
async function fillBasket(order: Shapes['Commande'], signal: AbortSignal): Promise<Outcome> {
  const articles = articlesOf(order)
  const lines = articles.flatMap(({ id, name, quantity, unitCents, photo }) =>
    id === undefined ? [] : [{ id, quantity, nom: name, seenCents: unitCents, ...(photo && { photo }) }],
  )
  const { priced } = await priceBasket(lines, {}, signal)
  const outcome: Outcome = { gone: [], fewer: [], isEmpty: true }
  for (const { id, name, quantity, photo } of articles) {
    const now = priced.lignes.find(line => line.id === id)
    const left = Math.min(quantity, now?.disponible ?? quantity)
    if (!now || left <= 0) {
      outcome.gone.push(name)
      continue
    }
    if (left < quantity) outcome.fewer.push({ name: now.nom, left })
    addToBasket({
      ...{ id: now.id, quantity: left, nom: now.nom, seenCents: now.prixUnitaireCents },
      ...(photo && { photo }),
    })
    outcome.isEmpty = false
  }
  return outcome
}

/** Orders the articles of an order again; the basket opens if all of them can be bought. */
export function Reorder({ order }: { order: Shapes['Commande'] }) {
  const t = useTexts(TEXTS)
  const [, go] = useLocation()
  const [outcome, tell] = useState<Outcome>()
  const { run, isBusy, error } = useAction(async () => {
    const result = await fillBasket(order, new AbortController().signal)
    if (result.gone.length === 0 && result.fewer.length === 0) go('/panier')
    else tell(result)
  })
  return (
    <>
      {!outcome && (
        <button type="button" class="button quiet" disabled={isBusy} onClick={() => void run()}>
          {t.again}
          <span class="unseen"> {order.ordreId}</span>
        </button>
      )}
      <ErrorNotice error={error} />
      {outcome && (
        <div class="notice" role="status">
          {outcome.isEmpty ? (
            <p>{t.none}</p>
          ) : (
            outcome.gone.length > 0 && <p>{t.gone(outcome.gone.join(', '))}</p>
          )}
          {outcome.fewer.map(({ name, left }) => (
            <p key={name}>{t.fewer(name, left)}</p>
          ))}
          {!outcome.isEmpty && (
            <Link class="link" href="/panier">
              {t.basket}
            </Link>
          )}
        </div>
      )}
    </>
  )
}
