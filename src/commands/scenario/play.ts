import type { Remote } from '../http.ts'
import {
  countAvailable,
  findProduct,
  placeOrder,
  priceBasket,
  putInStock,
  register,
  startPromotion,
} from './before-payment.ts'
import { type Reporter, ScenarioClient } from './client.ts'
import { confirmPayment, deliver, expectHistory, expectSlip, pay } from './payment.ts'

type ScenarioOptions = {
  /** The words of the customer's search; by default a word of the first product's name. */
  search?: string | undefined
  /** Runs while the payment is pending. */
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

  reporter.step('A customer registers; a loyalty customer is created')
  const customer = await register(client)

  reporter.step('The customer searches for a product')
  const product = await findProduct(client, search)

  reporter.step('The product is in stock and has a promotion')
  await putInStock(client, product)
  const before = await countAvailable(client, product)
  const endPromotion = await startPromotion(client, product)
  try {
    reporter.step('The basket is priced')
    const basket = await priceBasket(client, customer, product)

    reporter.step('The customer places the order')
    const ordreId = await placeOrder(client, customer, basket)
    const expected = before - basket.quantity
    client.check(
      (await countAvailable(client, product)) === expected,
      `${basket.quantity} units are reserved`,
    )

    const due = { ordreId, totalCents: basket.totalCents, email: customer.email }
    const payment = await pay(client, due, onPaid)

    reporter.step('The shop confirms the order')
    await confirmPayment(client, ordreId, payment)

    reporter.step('Logistics creates the delivery slip and deducts the stock')
    await expectSlip(client, ordreId)
    client.check(
      (await countAvailable(client, product)) === expected,
      'the stock is reduced by the ordered quantity',
    )

    reporter.step('The order is delivered; points are awarded')
    await deliver(client, ordreId, basket)

    reporter.step('The purchase history contains the order')
    await expectHistory(client, ordreId, customer, product)
  } finally {
    await endPromotion()
  }
}
