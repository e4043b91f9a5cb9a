import Type, { type Static } from 'typebox'
import { Address, Telephone } from '../loyalty/contract.ts'
import { ClosedShape, Id, Limit, Nullable, Nullish, Page, Shape, Timestamp } from '../platform/http/pages.ts'

export const PageQuery = Type.Object({ page: Page(), limit: Limit(20) })
export type PageQuery = Static<typeof PageQuery>
export const IdRef = Type.Object({ id: Id })

export const Email = Type.String({ format: 'email', maxLength: 255 })
export const NewPassword = Type.String({ minLength: 6, maxLength: 128, trim: false })

export const Name = Type.String({ minLength: 1, maxLength: 100 })
const contact = {
  telephone: Nullish(Type.String({ maxLength: 50 })),
  adresse: Nullish(Type.String({ maxLength: 8192 })),
}

export const Registration = Shape('Inscription', {
  email: Email,
  motDePasse: NewPassword,
  prenom: Name,
  nom: Name,
  ...contact,
})
export type Registration = Static<typeof Registration>

/** The limits are wider than for new passwords, so that a wrong password of nearly any length gets a 401, not a 400. */
export const Credentials = Shape('Identifiants', {
  email: Type.String({ minLength: 1, maxLength: 255 }),
  motDePasse: Type.String({ minLength: 1, maxLength: 1024, trim: false }),
})
export type Credentials = Static<typeof Credentials>

export const FirstPassword = Shape('PremierMotDePasse', {
  email: Email,
  clientId: Type.String({ minLength: 1, maxLength: 50 }),
  motDePasse: NewPassword,
})
export type FirstPassword = Static<typeof FirstPassword>

const Required = (maxLength: number) => Type.String({ minLength: 1, maxLength })

export const SavedAddress = ClosedShape('AdresseEnregistree', {
  nom: Nullish(Type.String({ maxLength: 100, description: 'The recipient' })),
  rue: Required(200),
  complement: Nullish(Type.String({ maxLength: 200, description: 'Second line, such as a floor' })),
  codePostal: Required(20),
  ville: Required(100),
  pays: Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2 code', examples: ['FR'] }),
})

const names = { prenom: Type.Optional(Name), nom: Type.Optional(Name) }

/** Absent fields stay unchanged; null clears telephone and address. */
export const ProfileChange = Shape('ChangementProfil', {
  ...names,
  ...contact,
  adresses: Type.Optional(
    Type.Array(SavedAddress, { maxItems: 20, description: 'Replaces all saved addresses' }),
  ),
})
export type ProfileChange = Static<typeof ProfileChange>

/** Absent fields stay unchanged; null clears telephone and address. Loyalty, which receives them too, accepts them. */
export const AccountChange = Shape('ChangementCompte', {
  ...names,
  telephone: Nullish(Telephone),
  adresse: Nullish(Address),
  email: Type.Optional(Email),
})
export type AccountChange = Static<typeof AccountChange>

export const PasswordChange = Shape('ChangementMotDePasseClient', {
  motDePasseActuel: Credentials.properties.motDePasse,
  motDePasse: NewPassword,
})

export const AccountDeletion = Shape('SuppressionCompte', { motDePasse: Credentials.properties.motDePasse })

/** The token of a single-use link: the last segment of its path. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 100 })

const ClientId = Type.String({
  description: 'Identifier of the customer in loyalty, orders and payments',
  examples: ['CLI_11D74363'],
})

const person = {
  email: Type.String(),
  prenom: Type.String(),
  nom: Type.String(),
  clientId: ClientId,
  pointsFidelite: Type.Integer(),
  niveauFidelisation: Type.String({
    description: 'Name of the level in loyalty',
    examples: ['Standard', 'Premium', 'Platine'],
  }),
  telephone: Nullable(Type.String()),
  adresse: Nullable(Type.String()),
}

export const SignedIn = Shape('Connexion', { accessToken: Type.String(), userId: Type.Integer(), ...person })
export type SignedIn = Static<typeof SignedIn>

export const Profile = Shape('Profil', {
  id: Type.Integer(),
  ...person,
  adresses: Type.Array(SavedAddress, { description: 'Saved addresses, in the order given by the customer' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  derniereSynchro: Nullable(Timestamp),
  courrielProuve: Type.Boolean({
    description:
      "Whether the e-mail address is confirmed. Until then, an earlier loyalty customer's points, level and history are not linked",
  }),
})
export type Profile = Static<typeof Profile>

export const MessageAnswer = Shape('Message', { message: Type.String() })

const ClientIds = Type.Array(Type.String(), {
  description: 'All identifiers under which the customer may have placed orders',
})

export const Session = Shape('Session', {
  userId: Type.Integer(),
  email: Type.String(),
  clientIds: ClientIds,
})

/** The account's id, or a current or former client identifier. */
export const AccountRef = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 50, description: 'Account id or CLI_ identifier' }),
})

export const AccountSummary = Shape('Compte', {
  userId: Type.Integer(),
  email: Type.String(),
  clientId: ClientId,
  clientIds: ClientIds,
  courrielProuve: Type.Boolean({ description: 'Whether the customer has confirmed the address' }),
})

export const LoyaltyIdentifier = Shape('IdentifiantFidelite', { clientId: ClientId })

export const RecipientQuery = Type.Object({
  ordreId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  client: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Any identifier of the customer' }),
  ),
  prouve: Type.Boolean({
    description:
      'Whether the caller is that customer; otherwise only an address given with the order is returned',
  }),
})
export type RecipientQuery = Static<typeof RecipientQuery>

export const Recipient = Shape('Destinataire', {
  adresse: Nullable(
    Type.String({
      description: 'First letter and domain of the address; null if no address is known or mail is disabled',
    }),
  ),
})

/** The state that all processes follow. */
export const InstallationState = Shape('EtatInstallation', {
  reclamee: Type.Boolean({ description: 'Whether the first administrator has claimed the platform' }),
  reglages: Type.Record(Type.String(), Type.String(), {
    description: 'The stored settings, without secrets',
  }),
})

const PORT = '([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])'
const adresse = Type.String({
  pattern: `^smtps?://(([\\w.+~-]|%[0-9A-F]{2})+@)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:${PORT})?$`,
  maxLength: 500,
  examples: ['smtps://boutique@smtp.example.org:465'],
  description:
    'Address of the SMTP server with the user, without the password; `smtps:` encrypts from the beginning',
})
export const MailServer = Shape('ServeurCourriel', {
  adresse: Type.String(),
  avecMotDePasse: Type.Boolean({ description: 'Whether there is a password; it is never returned' }),
})
const Password = Type.String({
  maxLength: 1_024,
  trim: false,
  description: 'Absent: as stored, if host and user are unchanged',
})
export const MailServerChange = Shape('ChangementServeurCourriel', { adresse, motDePasse: Nullish(Password) })
export type MailServerChange = Static<typeof MailServerChange>
