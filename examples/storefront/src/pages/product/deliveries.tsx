import type { ComponentChildren } from 'preact'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useDeliveryDays } from '../../basket/use-delivery-days.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { StoreIcon, TruckIcon } from '../../parts/icons.tsx'
import { TEXTS } from './texts.ts'

type Method = Shapes['ModeLivraisonPropose']

/** The cheapest delivery of a product, a faster one, and collection in a store; nothing where the platform has no methods. */
export function Deliveries({ product }: { product: Shapes['FicheProduit'] }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const days = useDeliveryDays()
  const { data = [] } = useAnswer('delivery methods', signal =>
    answerOf(api.GET('/api/v1/publique/modes-livraison', { signal })),
  )
  const goodsCents = product.prixPromoCents ?? product.prixDeVenteCents
  const costOf = ({ prixMinCents, offertDesCents }: Method) =>
    offertDesCents !== null && goodsCents >= offertDesCents ? 0 : prixMinCents
  const cheapestOf = (methods: readonly Method[]) =>
    methods.toSorted((one, other) => costOf(one) - costOf(other) || lastDay(one) - lastDay(other))[0]
  const cheapest = cheapestOf(data.filter(({ type }) => type !== 'retrait'))
  const fastest = cheapest && cheapestOf(data.filter(method => isFaster(method, cheapest)))
  const collection = cheapestOf(data.filter(({ type }) => type === 'retrait'))
  if (product.enStock === false || (!cheapest && !collection)) return null

  const line = (
    method: Method,
    icon: ComponentChildren,
    free: string,
    from: (price: string) => string,
    name = '',
  ) => {
    const cents = costOf(method)
    const when = days(method.delaiJours, new Date())
    return (
      <li>
        {icon}
        <span>
          <strong>{cents === 0 ? free : from(euros(cents))}</strong>
          {name}
          {when && (method.type === 'retrait' ? t.ready(when) : `, ${when}`)}
        </span>
      </li>
    )
  }
  return (
    <ul class="deliveries" aria-label={t.deliveries}>
      {cheapest && line(cheapest, <TruckIcon />, t.freeDelivery, t.delivery, ` (${cheapest.nom})`)}
      {fastest && line(fastest, <TruckIcon />, fastest.nom, price => t.method(fastest.nom, price))}
      {collection && line(collection, <StoreIcon />, t.freeCollection, t.collection)}
    </ul>
  )
}

const lastDay = ({ delaiJours }: Method) => delaiJours?.max ?? Number.POSITIVE_INFINITY

const isFaster = (method: Method, other: Method) =>
  method.type !== 'retrait' && lastDay(method) < lastDay(other)
