import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { delivery } from '../state/checkout.ts'
import type { Pricing } from './price-basket.ts'
import { useArrival } from './use-delivery-days.ts'

const TEXTS = defineTexts({
  fr: {
    legend: 'Mode de livraison',
    free: 'Offert',
    none: 'Aucun mode de livraison n’est proposé pour cette adresse.',
    withdrawn: 'Le mode que vous aviez choisi n’est pas proposé ici : choisissez-en un autre.',
    choose: 'Choisissez un mode de livraison.',
  },
  en: {
    legend: 'Delivery method',
    free: 'Free',
    none: 'No delivery method is offered for this address.',
    withdrawn: 'The method that you had chosen is not offered here: choose another.',
    choose: 'Choose a delivery method.',
  },
})

export type Offer = NonNullable<Pricing['priced']['offresLivraison']>[number]

function choose({ code, type }: Offer) {
  delivery.value = { ...delivery.value, mode: type === 'retrait' ? 'retrait' : 'domicile', code }
}

type Props = {
  offers: readonly Offer[]
  /** Whether the basket is being priced: the choice may not be in `offers` yet. */
  isLoading: boolean
  /** Whether the shopper has tried to order without a choice. */
  isNeeded?: boolean
}

/** The delivery methods that the platform offers for the basket and the postcode, with their prices and days. */
export function DeliveryOffers({ offers, isLoading, isNeeded = false }: Props) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const arrivalOf = useArrival()
  const chosen = delivery.value.code
  const isWithdrawn = !isLoading && chosen !== undefined && !offers.some(({ code }) => code === chosen)
  if (offers.length === 0) return <p class="notice bad">{t.none}</p>
  return (
    <fieldset class="choices" aria-busy={isLoading}>
      <legend>{t.legend}</legend>
      {(isWithdrawn || isNeeded) && (
        <p class="field-fault" role="alert">
          {isWithdrawn ? t.withdrawn : t.choose}
        </p>
      )}
      {offers.map(offer => {
        const { code, nom, description, type, prixCents, delaiJours } = offer
        const arrival = arrivalOf(delaiJours, type)
        return (
          <label class="choice" key={code}>
            <input type="radio" name="mode" checked={chosen === code} onChange={() => choose(offer)} />
            <span>
              <span class="choice-head">
                <strong>{nom}</strong>
                <strong>{prixCents === 0 ? t.free : euros(prixCents)}</strong>
              </span>
              {arrival && <span class="small">{arrival}</span>}
              {description && <span class="soft small">{description}</span>}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
