import { DeliveryOffers, type Offer } from '../../basket/delivery-offers.tsx'
import { defineTexts, useTexts } from '../../language/language.ts'
import { Field } from '../../parts/field.tsx'
import { details } from '../../state/checkout.ts'

const TEXTS = defineTexts({
  fr: { postcode: 'Code postal', hint: 'Pour voir toutes les livraisons possibles chez vous.' },
  en: { postcode: 'Postcode', hint: 'To see all deliveries that are possible to you.' },
})

/** The choice of the delivery in the basket, where the postcode suffices. The checkout keeps both. */
export function DeliveryPrices(props: { offers: readonly Offer[]; isLoading: boolean }) {
  const t = useTexts(TEXTS)
  const { codePostal } = details.value
  return (
    <>
      <Field
        label={t.postcode}
        hint={t.hint}
        name="codePostal"
        autocomplete="postal-code"
        inputMode="numeric"
        value={codePostal}
        change={value => {
          details.value = { ...details.value, codePostal: value }
        }}
      />
      <DeliveryOffers {...props} />
    </>
  )
}
