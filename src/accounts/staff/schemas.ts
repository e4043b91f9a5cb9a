import Type, { type Static } from 'typebox'
import { Id, Nullable, Nullish, Shape, Timestamp } from '../../platform/http/pages.ts'
import { Rights, Stores } from '../keys/schemas.ts'
import { Credentials, Email, Name } from '../schemas.ts'

const NewPassword = Type.String({ minLength: 12, maxLength: 128, trim: false })
const { motDePasse: Password } = Credentials.properties
const Code = Type.String({ pattern: '^\\d{6}$', examples: ['492039'] })

export const Member = Shape('MembrePersonnel', {
  id: Id,
  email: Type.String(),
  nom: Name,
  droits: Rights,
  magasins: Stores,
  actif: Type.Boolean(),
  codeExige: Type.Boolean({ description: 'Whether sign-in requires a one-time code' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Member = Static<typeof Member>

export const NewMember = Shape('NouveauMembrePersonnel', {
  email: Email,
  nom: Name,
  motDePasse: NewPassword,
  droits: Rights,
  magasins: Type.Optional(Stores),
})
export type NewMember = Static<typeof NewMember>

export const MemberChanges = Shape('ChangementMembrePersonnel', {
  nom: Type.Optional(Name),
  droits: Type.Optional(Rights),
  magasins: Type.Optional(Stores),
  actif: Type.Optional(Type.Boolean()),
  motDePasse: Type.Optional(NewPassword),
  codeExige: Type.Optional(
    Type.Literal(false, {
      description: 'Deactivates one-time codes, for example after the loss of a device',
    }),
  ),
})
export type MemberChanges = Static<typeof MemberChanges>

export const StaffCredentials = Shape('IdentifiantsPersonnel', {
  ...Credentials.properties,
  code: Nullish(Code),
})
export type StaffCredentials = Static<typeof StaffCredentials>

export const StaffSession = Shape('SessionPersonnel', {
  nom: Type.String(),
  email: Nullable(Type.String()),
  droits: Rights,
  magasins: Stores,
  codeExige: Type.Boolean(),
  demonstration: Type.Boolean({ description: 'No API keys are configured, so every caller has all rights' }),
})
export type StaffSession = Static<typeof StaffSession>

export const PasswordChange = Shape('ChangementMotDePasse', {
  motDePasseActuel: Password,
  motDePasse: NewPassword,
})
export type PasswordChange = Static<typeof PasswordChange>

export const CodeRequest = Shape('DemandeCode', { motDePasse: Password })
export const CodeSecret = Shape('SecretCode', {
  secret: Type.String({ description: 'Secret to enter in an authenticator, in base32' }),
  uri: Type.String({ description: 'The secret as an `otpauth://` address, to display as a QR code' }),
})
export const CodeProof = Shape('PreuveCode', { code: Code })
