import { DeliveryOffers, type Offer } from '../../basket/delivery-offers.tsx'
import { useTexts } from '../../language/language.ts'
import { CountryField } from './country-field.tsx'
import { DetailField, type FieldErrors } from './detail-field.tsx'
import { ModeChoice } from './mode-choice.tsx'
import { PickUpPoint } from './pick-up-point.tsx'
import { SavedAddresses } from './saved-addresses.tsx'
import { Stores } from './stores.tsx'
import { TEXTS } from './texts.ts'
import type { DeliveryType } from './validate-details.ts'

type Props = {
  /** The methods offered by the platform; undefined where it has none, or while they are loaded for the first time. */
  offers: readonly Offer[] | undefined
  /** The type of the chosen method, or the chosen mode where the platform has no methods. */
  type: DeliveryType
  isLoading: boolean
  faults: FieldErrors
  /** Whether the shopper has tried to order without a method or a store. */
  needs: 'method' | 'store' | undefined
}

/** Delivery to an address or a pick-up point, or collection in a store. */
export function DeliveryChoice({ offers, type, isLoading, faults, needs }: Props) {
  const t = useTexts(TEXTS)
  const place = (
    <>
      <SavedAddresses />
      <CountryField name="pays" label={t.pays} autocomplete="shipping country" />
      <DetailField
        name="codePostal"
        label={t.codePostal}
        autocomplete="shipping postal-code"
        faults={faults}
      />
    </>
  )
  return (
    <section class="box" aria-labelledby="livraison">
      <h2 id="livraison">{t.delivery}</h2>
      {offers ? (
        <>
          {place}
          <DeliveryOffers offers={offers} isLoading={isLoading} isNeeded={needs === 'method'} />
        </>
      ) : (
        <ModeChoice />
      )}
      {type === 'retrait' && <Stores isNeeded={needs === 'store'} />}
      {type === 'relais' && <PickUpPoint faults={faults} />}
      {(type === 'domicile' || type === 'relais') && (
        <>
          <h3>{type === 'relais' ? t.ownAddress : t.address}</h3>
          <DetailField name="rue" label={t.rue} autocomplete="shipping address-line1" faults={faults} />
          <DetailField
            name="complement"
            label={t.complement}
            autocomplete="shipping address-line2"
            faults={faults}
          />
          {!offers && place}
          <DetailField name="ville" label={t.ville} autocomplete="shipping address-level2" faults={faults} />
          <DetailField
            name="destinataire"
            label={t.destinataire}
            autocomplete="shipping name"
            faults={faults}
          />
        </>
      )}
    </section>
  )
}
