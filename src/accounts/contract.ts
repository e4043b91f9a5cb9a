import Type, { type Static } from 'typebox'
import { eventKind } from '../platform/events/event.ts'
import { Id, Language, Nullable, Nullish } from '../platform/http/pages.ts'
import { createOperationFactory } from '../platform/peers/operation.ts'
import { definePersonalDataOperations } from '../platform/personal-data/operations.ts'
import { problems } from '../platform/problem.ts'
import { Agent, AgentRef } from './keys/schemas.ts'
import {
  AccountRef,
  AccountSummary,
  InstallationState,
  LoyaltyIdentifier,
  Recipient,
  RecipientQuery,
  Session,
} from './schemas.ts'

export { RIGHTS, RIGHTS_TO_ACT_FOR_CUSTOMERS } from './rights.ts'

const operation = createOperationFactory('accounts')

export const readSession = operation({
  method: 'GET',
  url: '/api/v1/privee/sessions',
  config: { access: 'internal', rights: ['peer'], errors: ['jeton-invalide'] },
  schema: {
    operationId: 'readSession',
    summary: 'Read the session of a bearer token',
    description: 'Answers with the account that the token belongs to. Areas use it to identify callers.',
    response: { 200: Session, ...problems(401) },
  },
})

export const readAccount = operation({
  method: 'GET',
  url: '/api/v1/privee/comptes/:ref',
  config: { access: 'internal', rights: ['peer', 'support'], errors: ['compte-inconnu'] },
  schema: {
    operationId: 'readAccount',
    summary: 'Read an account',
    description: 'Finds the account by its id, or by a current or former client identifier.',
    params: AccountRef,
    response: { 200: AccountSummary, ...problems(404) },
  },
})

export const findMailRecipient = operation({
  method: 'GET',
  url: '/api/v1/privee/destinataires',
  config: { access: 'internal', rights: ['peer'] },
  schema: {
    operationId: 'findMailRecipient',
    summary: 'Find the recipient of mails',
    description:
      'Answers with the address that receives mails about an order or a payment, masked for display to the payer.',
    querystring: RecipientQuery,
    response: { 200: Recipient, ...problems(400) },
  },
})

export const findAgent = operation({
  method: 'GET',
  url: '/api/v1/privee/agents/:nature/:empreinte',
  config: { access: 'internal', rights: ['peer'], errors: ['cle-inconnue'] },
  schema: {
    operationId: 'findAgent',
    summary: 'Find the owner of a key or staff session',
    description:
      'Answers with the name and rights of the key or session that has the hash. Areas use it to identify callers.',
    params: AgentRef,
    response: { 200: Agent, ...problems(400, 404) },
  },
})

export const readInstallation = operation({
  method: 'GET',
  url: '/api/v1/privee/installation',
  config: { access: 'internal', rights: ['peer'], errors: ['route-inconnue'] },
  schema: {
    operationId: 'readInstallation',
    summary: 'Read the claim and the stored settings',
    description: 'Every process asks every two seconds, so that changes apply without a restart.',
    response: { 200: InstallationState, ...problems(404) },
  },
})

export const readLoyaltyIdentifier = operation({
  method: 'GET',
  url: '/api/v1/privee/comptes/:ref/identifiant-fidelite',
  config: { access: 'internal', rights: ['peer'], errors: ['compte-inconnu'] },
  schema: {
    operationId: 'readLoyaltyIdentifier',
    summary: 'Read the loyalty customer of an account',
    description:
      'Answers with the loyalty customer who receives the points of the account, even if the account may not see that customer.',
    params: AccountRef,
    response: { 200: LoyaltyIdentifier, ...problems(404) },
  },
})

const Cents = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Name = Type.String({ minLength: 1 })

/** The variable data of a mail. Article names come from the reference area, never from a caller. */
export const MailData = Type.Object({
  montantCents: Type.Optional(Cents),
  devise: Type.Optional(Type.String()),
  articles: Type.Optional(
    Type.Array(
      Type.Object({
        nom: Nullable(
          Type.String({ description: 'Name of the article in the reference area; null if unknown' }),
        ),
        quantite: Type.Integer({ minimum: 1 }),
        prixUnitaireCents: Cents,
        montantCents: Type.Optional({ ...Cents, description: 'Amount of returned units' }),
        photoUrl: Nullish(Type.String({ description: 'Picture, absolute or on the public address' })),
      }),
    ),
  ),
  remiseCents: Type.Optional({ ...Cents, description: 'Total discount on the articles, in cents' }),
  livraison: Type.Optional(
    Type.Object(
      { nom: Type.String(), prixCents: Cents },
      { description: 'Name of the delivery method, and its price' },
    ),
  ),
  tva: Type.Optional(
    Type.Array(Type.Object({ tauxTva: Type.Number(), tvaCents: Cents }), {
      description: 'VAT that the amount contains, by rate in percent',
    }),
  ),
  codes: Type.Optional(Type.Array(Type.String(), { description: 'The promotion codes that were applied' })),
  magasin: Nullish(
    Type.Object(
      { nom: Type.String(), adresse: Type.String() },
      { description: 'Store where the order is collected' },
    ),
  ),
  seraRembourse: Type.Optional(
    Type.Boolean({ description: 'Whether the payment of a cancelled order is refunded in full' }),
  ),
  payeCents: Type.Optional({ ...Cents, description: 'Amount of a refunded payment' }),
  rembourseCents: Type.Optional({ ...Cents, description: 'Its refunds, including this one' }),
  langue: Nullish(
    Language('Language of the mail; by default that of the first mail about the order, else `fr`'),
  ),
  suiviUrl: Nullish(Type.String({ description: 'Address of the tracking page of the carrier' })),
  reference: Nullish(Type.String({ description: 'Reference of the payment' })),
  suivi: Nullish(Type.String({ description: 'Tracking number' })),
  recuLe: Nullish(Type.String({ format: 'date-time', description: 'When a withdrawal was received' })),
})
export type MailData = Static<typeof MailData>

/**
 * Requests a mail to a customer, at most one per template and `objet`. Accounts writes the mail,
 * because it knows the addresses of accounts.
 */
export const mailWanted = eventKind(
  'comptoir.courriels',
  Type.Object({
    modele: Type.Enum([
      'commande-recue',
      'paiement-manquant',
      'lien-paiement',
      'recu-paiement',
      'commande-expediee',
      'commande-prete',
      'suivi-commande',
      'commande-annulee',
      'remboursement',
      'retour',
      'facture',
      'retractation',
    ]),
    objet: Type.String({
      minLength: 1,
      description: 'Id of the order, payment, refund, return, withdrawal or request',
    }),
    ordreId: Nullable(Name),
    clientId: Nullable(Name),
    prouve: Type.Boolean({ description: "Whether the customer's identity was verified" }),
    paye: Type.Boolean({ description: 'Whether the order or payment is paid' }),
    courriel: Nullable(Type.String({ description: 'E-mail address given with the order; null if none' })),
    corrige: Type.Optional(Type.Boolean({ description: 'Whether `courriel` replaces the recipient' })),
    donnees: MailData,
  }),
)
export type MailWanted = Static<typeof mailWanted.schema>

const names = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description })
const numbers = (description: string) => Type.Array(Id, { description })

/** The identifiers of one person in all areas. */
export const Person = Type.Object(
  {
    clientIds: names('CLI_ identifiers, present and former'),
    userIds: numbers('Account ids'),
    numeros: numbers('Numeric ids in loyalty, as used in the purchase history'),
    emails: names('E-mail addresses, case-insensitive'),
    ordreIds: names("Ids of the customer's orders"),
    emailsProuves: Type.Optional(
      names('Confirmed addresses of the customer; guest orders with one of them belong to the customer'),
    ),
  },
  { title: 'Personne' },
)
export type Person = Static<typeof Person>

/** The operations that accounts calls in each area that holds personal data. */
export const personalDataOperations = definePersonalDataOperations(Person, {
  namesOf: ({ clientIds }) => clientIds,
  mentionsOf: ({ clientIds, ordreIds, emails, userIds, numeros }) => ({
    names: [...clientIds, ...ordreIds],
    addresses: emails,
    // Digits are an account id in messages of our areas, and a loyalty number in those of tills and other shops.
    numbers: { fields: ['clientId', 'idClient', 'userId'], inside: userIds, outside: numeros },
  }),
})
