import Type, { type Static } from 'typebox'
import { Nullable, Shape, Timestamp } from '../platform/http/pages.ts'

const Email = Type.String({ format: 'email', maxLength: 255 })
const NewPassword = Type.String({ minLength: 6, maxLength: 128, trim: false })

export const Registration = Shape('Inscription', {
  email: Email,
  motDePasse: NewPassword,
  prenom: Type.String({ minLength: 1, maxLength: 100 }),
  nom: Type.String({ minLength: 1, maxLength: 100 }),
  telephone: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
  adresse: Type.Optional(Nullable(Type.String())),
})
export type Registration = Static<typeof Registration>

/** Not held to the rules of a new password: a wrong one is 401, whatever its length. */
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

const ClientId = Type.String({
  description: 'What loyalty, orders and payments know the customer by',
  examples: ['CLI_11D74363'],
})

const person = {
  email: Type.String(),
  prenom: Type.String(),
  nom: Type.String(),
  clientId: ClientId,
  pointsFidelite: Type.Integer(),
  niveauFidelisation: Type.String({
    description: 'As loyalty names it',
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
  createdAt: Timestamp,
  updatedAt: Timestamp,
  derniereSynchro: Nullable(Timestamp),
})

export const Farewell = Shape('Message', { message: Type.String() })

const ClientIds = Type.Array(Type.String(), {
  description: 'Every identifier that the orders of this customer may carry',
})

export const Session = Shape('Session', {
  userId: Type.Integer(),
  email: Type.String(),
  clientIds: ClientIds,
})

/** The account's id, or any client identifier it has or had. */
export const AccountRef = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 50, description: 'Its id or a CLI_ identifier' }),
})
export const AccountSummary = Shape('Compte', {
  userId: Type.Integer(),
  email: Type.String(),
  clientId: ClientId,
  clientIds: ClientIds,
})
