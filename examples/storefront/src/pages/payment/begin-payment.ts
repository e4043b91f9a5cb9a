import { answerOf, api, type Shapes } from '../../api/client.ts'
import { config } from '../../config.ts'
import { language } from '../../language/language.ts'
import { guestId } from '../../state/orders.ts'
import { session } from '../../state/session.ts'

/** Converts cents to decimal euros without division: `228.25`. */
const eurosOf = (cents: number) =>
  String(cents)
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1')

/** Creates a payment link for the order and returns its address. */
export async function beginPayment({ ordreId, montantTotalCents, clientInfo }: Shapes['Commande']) {
  const text = (name: string) => {
    const value = clientInfo[name]
    return typeof value === 'string' ? value : null
  }
  const { paymentUrl } = await answerOf(
    api.POST('/api/publique/interface-paiement', {
      body: {
        orderId: ordreId,
        amount: eurosOf(montantTotalCents),
        currency: 'EUR',
        client: {
          id: session.value?.clientId ?? guestId.value,
          ...{ prenom: text('prenom'), nom: text('nom'), email: text('email') },
        },
        langue: language.value,
        returnUrl: `${window.location.origin}${config.base}/retour`,
      },
    }),
  )
  if (!paymentUrl) throw new Error('A link without an address')
  return paymentUrl
}
