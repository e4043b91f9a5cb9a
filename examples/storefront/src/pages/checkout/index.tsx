import { useRef, useState } from 'preact/hooks'
import { Redirect } from 'wouter-preact'
import { compareLines } from '../../basket/compare.ts'
import { usePricing } from '../../basket/price-basket.ts'
import { useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { basket } from '../../state/basket.ts'
import { session } from '../../state/session.ts'
import { Contact } from './contact.tsx'
import { DeliveryChoice } from './delivery.tsx'
import { delivery, details, validateDetails } from './details.ts'
import { OrderBox } from './order-box.tsx'
import { TEXTS } from './texts.ts'
import { usePlacing } from './use-placing.ts'
import { usePrefill } from './use-prefill.ts'

export default function Checkout() {
  const t = useTexts(TEXTS)
  const form = useRef<HTMLFormElement>(null)
  const [isTried, tell] = useState(false)
  const magasinId = delivery.value.mode === 'retrait' ? delivery.value.magasinId : undefined
  const { data, error, again } = usePricing(magasinId)
  const placing = usePlacing(again)
  usePrefill()

  if (basket.value.length === 0) return <Redirect to="/panier" replace />
  const faults = validateDetails(details.value, delivery.value, session.value)
  const needsStore = delivery.value.mode === 'retrait' && magasinId === undefined

  function submit(event: Event) {
    event.preventDefault()
    tell(true)
    const [first] = Object.keys(faults)
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    else if (needsStore) form.current?.querySelector<HTMLElement>('[name="magasin"]:enabled')?.focus()
    else if (data) void placing.place(data.priced)
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Page title={t.title} class="beside">
        <div class="section">
          <Contact faults={isTried ? faults : {}} />
          <DeliveryChoice faults={isTried ? faults : {}} needsStore={isTried && needsStore} />
        </div>
        <div>
          <LoadError error={error} again={again} />
          {data ? (
            <OrderBox {...placing} lines={compareLines(basket.value, data)} pricing={data} />
          ) : (
            !error && <Loading />
          )}
        </div>
      </Page>
    </form>
  )
}
