import type { Remote } from '../http.ts'
import {
  available,
  fillBasket,
  findProduct,
  placeOrder,
  putInStock,
  register,
  startPromotion,
} from './before-payment.ts'
import { type Reporter, ScenarioClient } from './client.ts'
import { confirm, deliver, expectHistory, expectSlip, pay } from './payment.ts'

type ScenarioOptions = {
  /** The customer's search; a product of the shop by default. */
  search?: string | undefined
  /** Called between the payment and its processing. */
  onPaid?: () => Promise<void>
}

/**
 * Runs one purchase, from registration to loyalty points, over HTTP: the customer's calls, the necessary calls of staff,
 * and checks of the result in each area. Throws a ScenarioError at the first failed expectation.
 */
export async function playScenario(
  remote: Remote,
  reporter: Reporter,
  { search, onPaid }: ScenarioOptions = {},
) {
  const client = new ScenarioClient(remote, reporter)

  reporter.step('A customer registers; a loyalty customer is made')
  const customer = await register(client)

  reporter.step('The customer looks for a product')
  const product = await findProduct(client, search)

  reporter.step('The shop has it in stock, and a promotion runs on it')
  await putInStock(client, product)
  const before = await available(client, product)
  const endPromotion = await startPromotion(client, product)
  try {
    reporter.step('The basket is computed')
    const basket = await fillBasket(client, customer, product)

    reporter.step('The customer orders')
    const ordreId = await placeOrder(client, customer, basket)
    const expected = before - basket.quantity
    client.check((await available(client, product)) === expected, `${basket.quantity} units are reserved`)

    const due = { ordreId, totalCents: basket.totalCents, email: customer.email }
    const payment = await pay(client, due, onPaid)

    reporter.step('The shop confirms the order')
    await confirm(client, ordreId, payment)

    reporter.step('Logistics writes the delivery slip and takes the goods')
    await expectSlip(client, ordreId)
    client.check((await available(client, product)) === expected, 'the stock went down by what was ordered')

    reporter.step('The order is delivered; points are given')
    await deliver(client, ordreId, basket)

    reporter.step('The purchase history shows it')
    await expectHistory(client, ordreId, customer, product)
  } finally {
    await endPromotion()
  }
}
