import type { Remote } from '../http.ts'
import {
  addStock,
  countAvailable,
  findProduct,
  placeOrder,
  priceBasket,
  register,
  startPromotion,
} from './before-payment.ts'
import { type Created, cleanUp } from './clean-up.ts'
import { type Reporter, ScenarioClient, ScenarioError } from './client.ts'
import { confirmPayment, deliver, expectHistory, expectSlip, pay } from './payment.ts'

type ScenarioOptions = {
  /** The words of the customer's search; by default a word of the first product's name. */
  search?: string | undefined
  /** An allowed return address of payments; by default one of the server. */
  returnUrl?: string | undefined
  /** Runs while the payment is pending. */
  onPaid?: () => Promise<void>
}

/**
 * Runs one purchase, from registration to loyalty points, over HTTP: the customer's calls, the necessary calls of staff,
 * and checks of the result in each area. Then, or after the first failed expectation, removes the created records.
 * Throws a ScenarioError for a failed expectation or removal.
 */
export async function playScenario(remote: Remote, reporter: Reporter, options: ScenarioOptions = {}) {
  const client = new ScenarioClient(remote, reporter)
  const created: Created = {}
  const removeCreated = () => {
    reporter.step('The created records are removed')
    return cleanUp(client, created)
  }
  try {
    await purchase(client, created, options)
  } catch (error) {
    const left = await removeCreated().then(
      () => undefined,
      (failure: Error) => failure.message,
    )
    if (left === undefined || !(error instanceof ScenarioError)) throw error
    throw new ScenarioError(`${error.message}; created records remain: ${left}`)
  }
  await removeCreated()
}

async function purchase(
  client: ScenarioClient,
  created: Created,
  { search, returnUrl = new URL('/retour', client.url).href, onPaid }: ScenarioOptions,
) {
  const { reporter } = client
  reporter.step('A customer registers; a loyalty customer is created')
  const customer = await register(client)
  created.customer = customer

  reporter.step('The customer searches for a product')
  const product = await findProduct(client, search)

  reporter.step('The product is in stock and has a promotion')
  // A stock row cannot be removed, so a product without one stays without.
  const isTracked = (await countAvailable(client, product)) !== undefined
  if (isTracked) created.stock = await addStock(client, product)
  const before = await countAvailable(client, product)
  const endPromotion = await startPromotion(client, product)
  try {
    reporter.step('The basket is priced')
    const basket = await priceBasket(client, customer, product)

    reporter.step('The customer places the order')
    const ordreId = await placeOrder(client, customer, basket)
    created.order = { ordreId, articles: basket.articles }
    const expected = before === undefined ? undefined : before - basket.quantity
    client.check(
      (await countAvailable(client, product)) === expected,
      `${basket.quantity} units are reserved`,
    )

    const due = { ordreId, totalCents: basket.totalCents, email: customer.email, returnUrl }
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
