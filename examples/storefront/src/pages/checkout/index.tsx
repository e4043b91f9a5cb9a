import { useRef, useState } from 'preact/hooks'
import { Redirect } from 'wouter-preact'
import { compareLines } from '../../basket/compare.ts'
import { usePricing } from '../../basket/price-basket.ts'
import { useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { basket } from '../../state/basket.ts'
import { delivery, details, isBilledElsewhere } from '../../state/checkout.ts'
import { session } from '../../state/session.ts'
import { Billing } from './billing.tsx'
import { Contact } from './contact.tsx'
import { DeliveryChoice } from './delivery.tsx'
import { OrderBox } from './order-box.tsx'
import { TEXTS } from './texts.ts'
import { usePlacing } from './use-placing.ts'
import { usePrefill } from './use-prefill.ts'
import { type DeliveryType, validateDetails } from './validate-details.ts'

const neededChoice = (type: DeliveryType, magasinId: number | undefined) => {
  if (type === undefined) return 'method'
  return type === 'retrait' && magasinId === undefined ? 'store' : undefined
}

export default function Checkout() {
  const t = useTexts(TEXTS)
  const form = useRef<HTMLFormElement>(null)
  const [isTried, tell] = useState(false)
  const { mode, code } = delivery.value
  const magasinId = mode === 'retrait' ? delivery.value.magasinId : undefined
  const { data, error, isLoading, again } = usePricing(magasinId)
  const placing = usePlacing(again)
  usePrefill()

  if (basket.value.length === 0) return <Redirect to="/panier" replace />
  const offers = data?.priced.offresLivraison
  // While the basket is being priced, the shown total may not be that of the chosen delivery.
  const isSettling = offers !== undefined && isLoading
  const type: DeliveryType = offers ? offers.find(offer => offer.code === code)?.type : mode
  const faults = validateDetails(details.value, type, {
    session: session.value,
    isBilledElsewhere: isBilledElsewhere.value,
  })
  const needs = neededChoice(type, magasinId)

  function submit(event: Event) {
    event.preventDefault()
    tell(true)
    const [first] = Object.keys(faults)
    const focus = (name: string) =>
      form.current?.querySelector<HTMLElement>(`[name="${name}"]:enabled`)?.focus()
    if (first) focus(first)
    else if (needs) focus(needs === 'store' ? 'magasin' : 'mode')
    else if (data && !isSettling) void placing.place(data.priced)
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Page title={t.title} class="beside">
        <div class="section">
          <Contact faults={isTried ? faults : {}} />
          <DeliveryChoice
            {...{ offers, type, isLoading }}
            faults={isTried ? faults : {}}
            needs={isTried ? needs : undefined}
          />
          <Billing faults={isTried ? faults : {}} />
        </div>
        <div>
          <LoadError error={error} again={again} />
          {data ? (
            <OrderBox
              {...placing}
              isSettling={isSettling}
              lines={compareLines(basket.value, data)}
              pricing={data}
            />
          ) : (
            !error && <Loading />
          )}
        </div>
      </Page>
    </form>
  )
}
