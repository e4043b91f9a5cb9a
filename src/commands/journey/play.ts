import type { Server } from '../http.ts'
import { confirm, deliver, expectHistory, expectSlip } from './after-payment.ts'
import { fillBasket, placeOrder, register } from './customer.ts'
import { pay } from './payment.ts'
import { available, findProduct, putInStock, startPromotion } from './shop.ts'
import { type Teller, Traveller } from './traveller.ts'

export type JourneyOptions = {
  /** What the customer looks for; a product of the shop by default. */
  search?: string
  /** Called between the payment and its processing. */
  onPaid?: () => Promise<void>
}

/**
 * One purchase, from registration to loyalty points, over HTTP alone: the customer's calls, those of the shop's staff that
 * make it possible, and a look at what each area made of it. Throws a JourneyError at the first thing that is not right.
 */
export async function playJourney(server: Server, tell: Teller, { search, onPaid }: JourneyOptions = {}) {
  const traveller = new Traveller(server, tell)

  tell.step('A customer registers; a loyalty customer is made')
  const customer = await register(traveller)

  tell.step('The customer looks for a product')
  const product = await findProduct(traveller, search)

  tell.step('The shop has it in stock, and a promotion runs on it')
  await putInStock(traveller, product)
  const before = await available(traveller, product)
  const endPromotion = await startPromotion(traveller, product)
  try {
    tell.step('The basket is computed')
    const basket = await fillBasket(traveller, customer, product)

    tell.step('The customer orders')
    const ordreId = await placeOrder(traveller, customer, basket)
    const left = before - basket.quantity
    traveller.check((await available(traveller, product)) === left, `${basket.quantity} units are reserved`)

    const due = { ordreId, totalCents: basket.totalCents, email: customer.email }
    const payment = await pay(traveller, due, customer.bearer, onPaid)

    tell.step('The shop confirms the order')
    await confirm(traveller, ordreId, payment)

    tell.step('Logistics writes the delivery slip and takes the goods')
    await expectSlip(traveller, ordreId)
    traveller.check((await available(traveller, product)) === left, 'the stock went down by what was ordered')

    tell.step('The order is delivered; points are given')
    await deliver(traveller, ordreId, customer, basket)

    tell.step('The purchase history shows it')
    await expectHistory(traveller, ordreId, customer, product)
  } finally {
    await endPromotion()
  }
}
