import type Stripe from 'stripe'

/** An error as Stripe answers it. */
export class StripeError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const invalid = (name: string) => new StripeError(400, 'parameter_invalid', `Invalid ${name}`)

/** Returns a reader of form parameters, whose `end` refuses every parameter that was not read. */
function readParameters(form: URLSearchParams) {
  const left = new Map(form)
  if (left.size !== form.size) throw new StripeError(400, 'parameter_invalid', 'A parameter is repeated')
  const optional = (name: string) => {
    const value = left.get(name)
    left.delete(name)
    return value
  }
  const required = (name: string) => {
    const value = optional(name)
    if (value === undefined)
      throw new StripeError(400, 'parameter_missing', `Missing required param: ${name}`)
    return value
  }
  const integer = (name: string) => {
    const value = required(name)
    if (!/^\d{1,12}$/.test(value)) throw invalid(name)
    return Number(value)
  }
  return {
    optional,
    required,
    integer,
    url: (name: string) => {
      const value = required(name)
      if (!URL.canParse(value)) throw invalid(name)
      return value
    },
    metadata(name: string): Record<string, string> {
      const names = [...left.keys()].filter(key => key.startsWith(`${name}[`))
      return Object.fromEntries(names.map(key => [key.slice(name.length + 1, -1), required(key)]))
    },
    end() {
      const [unknown] = left.keys()
      if (unknown !== undefined)
        throw new StripeError(400, 'parameter_unknown', `Received unknown parameter: ${unknown}`)
    },
  }
}

/** The parameters of a session that the platform sends, in Stripe's types. `now` is in seconds. */
export function parseSession(form: URLSearchParams, now: number) {
  const { end, integer, metadata, optional, required, url } = readParameters(form)
  const email = optional('customer_email')
  const locale = required('locale')
  const params = {
    mode: required('mode'),
    client_reference_id: required('client_reference_id'),
    metadata: metadata('metadata'),
    payment_intent_data: { metadata: metadata('payment_intent_data[metadata]') },
    expires_at: integer('expires_at'),
    locale,
    success_url: url('success_url'),
    cancel_url: url('cancel_url'),
    ...(email !== undefined && { customer_email: email }),
    line_items: [
      {
        quantity: integer('line_items[0][quantity]'),
        price_data: {
          currency: required('line_items[0][price_data][currency]'),
          unit_amount: integer('line_items[0][price_data][unit_amount]'),
          product_data: { name: required('line_items[0][price_data][product_data][name]') },
        },
      },
    ],
  } satisfies Stripe.Checkout.SessionCreateParams
  end()
  if (params.mode !== 'payment') throw invalid('mode')
  if (!['fr', 'en'].includes(locale)) throw invalid('locale')
  if (params.expires_at < now + 30 * 60 || params.expires_at > now + 24 * 3600) throw invalid('expires_at')
  // Stripe refuses addresses that are correct in other alphabets.
  if (email !== undefined && !/^[\x21-\x7e]+@[\x21-\x7e]+\.[a-z]+$/i.test(email))
    throw invalid('customer_email')
  return params
}

export function parseRefund(form: URLSearchParams) {
  const { end, integer, metadata, required } = readParameters(form)
  const params = {
    payment_intent: required('payment_intent'),
    amount: integer('amount'),
    metadata: metadata('metadata'),
  } satisfies Stripe.RefundCreateParams
  end()
  return params
}

/** The parameters of lists of sessions, refunds and disputes alike. */
export function parseList(query: URLSearchParams) {
  const { end, integer, required } = readParameters(query)
  const params = {
    payment_intent: required('payment_intent'),
    limit: integer('limit'),
  } satisfies Stripe.Checkout.SessionListParams & Stripe.RefundListParams & Stripe.DisputeListParams
  end()
  if (params.limit < 1 || params.limit > 100) throw invalid('limit')
  return params
}

export function parseRetrieval(query: URLSearchParams) {
  const { end, optional } = readParameters(query)
  const expanded = optional('expand[0]')
  end()
  if (expanded !== undefined && expanded !== 'payment_intent') throw invalid('expand[0]')
  return {
    ...(expanded !== undefined && { expand: [expanded] }),
  } satisfies Stripe.Checkout.SessionRetrieveParams
}

export const parseNothing = (form: URLSearchParams) => readParameters(form).end()
