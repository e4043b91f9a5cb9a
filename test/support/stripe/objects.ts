import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import type { parseSession } from './requests.ts'

/** Returns an identifier such as `re_5f0c…`. */
const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString('hex')}`

/** The current time, as Stripe states it. */
export const inSeconds = () => Math.floor(Date.now() / 1000)

export function createSession(params: ReturnType<typeof parseSession>): Stripe.Checkout.Session {
  const [item] = params.line_items
  const total = item!.quantity * item!.price_data.unit_amount
  return {
    id: newId('cs_test'),
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: params.cancel_url,
    client_reference_id: params.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: inSeconds(),
    currency: item!.price_data.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: params.expires_at,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: params.locale,
    managed_payments: null,
    metadata: params.metadata,
    mode: params.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: params.success_url,
    total_details: null,
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.example/${randomBytes(4).toString('hex')}`,
    wallet_options: null,
  }
}

type Paid = { amount: number; currency: string; metadata: Stripe.Metadata }

export const createIntent = (
  { amount, currency, metadata }: Paid,
  status: Stripe.PaymentIntent.Status,
): Stripe.PaymentIntent => ({
  id: newId('pi'),
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount,
  amount_capturable: 0,
  amount_received: status === 'succeeded' ? amount : 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: null,
  confirmation_method: 'automatic',
  created: inSeconds(),
  currency,
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: newId('ch'),
  livemode: false,
  managed_payments: null,
  metadata,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status,
  transfer_group: null,
})

export const createCharge = (
  { amount, currency, id: payment_intent, metadata }: Stripe.PaymentIntent,
  amount_refunded: number,
): Stripe.Charge => ({
  id: newId('ch'),
  object: 'charge',
  amount,
  amount_captured: amount,
  amount_refunded,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  created: inSeconds(),
  currency,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  livemode: false,
  metadata,
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: amount_refunded === amount,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
})

export const createRefund = (
  payment_intent: string,
  { amount, currency, metadata }: Paid,
): Stripe.Refund => ({
  id: newId('re'),
  object: 'refund',
  amount,
  balance_transaction: null,
  charge: null,
  created: inSeconds(),
  currency,
  customer: null,
  customer_account: null,
  metadata,
  payment_intent,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})

export const createDispute = (
  payment_intent: string,
  { amount, currency, metadata }: Paid,
): Stripe.Dispute => ({
  id: newId('du'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: newId('ch'),
  created: inSeconds(),
  currency,
  enhanced_eligibility_types: [],
  evidence: {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  },
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: true,
  livemode: false,
  metadata,
  payment_intent,
  reason: 'fraudulent',
  status: 'needs_response',
})

const eventBase = (): Omit<Stripe.ChargeRefundedEvent, 'type' | 'data'> => ({
  id: newId('evt'),
  object: 'event',
  api_version: null,
  created: inSeconds(),
  livemode: false,
  pending_webhooks: 1,
  request: null,
})

type SessionEvent =
  | Stripe.CheckoutSessionCompletedEvent
  | Stripe.CheckoutSessionExpiredEvent
  | Stripe.CheckoutSessionAsyncPaymentSucceededEvent
  | Stripe.CheckoutSessionAsyncPaymentFailedEvent
type RefundEvent =
  | Stripe.RefundCreatedEvent
  | Stripe.RefundUpdatedEvent
  | Stripe.RefundFailedEvent
  | Stripe.ChargeRefundUpdatedEvent
type DisputeEvent =
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeUpdatedEvent
  | Stripe.ChargeDisputeClosedEvent

/** The events as Stripe sends them, each with the object in its state at the time of the event. */
export const events = {
  session: (type: SessionEvent['type'], object: Stripe.Checkout.Session): SessionEvent => ({
    ...eventBase(),
    type,
    data: { object: structuredClone(object) },
  }),
  refund: (type: RefundEvent['type'], object: Stripe.Refund): RefundEvent => ({
    ...eventBase(),
    type,
    data: { object: structuredClone(object) },
  }),
  dispute: (type: DisputeEvent['type'], object: Stripe.Dispute): DisputeEvent => ({
    ...eventBase(),
    type,
    data: { object: structuredClone(object) },
  }),
  refundedCharge: (object: Stripe.Charge): Stripe.ChargeRefundedEvent => ({
    ...eventBase(),
    type: 'charge.refunded',
    data: { object: structuredClone(object) },
  }),
}
