import Type, { type Static, type TSchema } from 'typebox'
import { Nullable, Shape } from '../../platform/http/pages.ts'
import type { StorableSetting } from '../../platform/stored-settings.ts'
import { Email } from '../schemas.ts'

const Server = {
  hote: Type.String({
    pattern: '^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$',
    maxLength: 255,
    examples: ['smtp.example.org'],
  }),
  port: Type.Integer({ minimum: 1, maximum: 65_535, examples: [587] }),
  chiffre: Type.Boolean({
    description: 'Encrypted from the beginning; false: STARTTLS if the server has it',
  }),
  utilisateur: Nullable(Type.String({ maxLength: 255 })),
}
const MailServer = Shape('ServeurCourriel', {
  ...Server,
  avecMotDePasse: Type.Boolean({ description: 'Whether a password is stored; it is never returned' }),
})

const MailServerChange = Shape('ChangementServeurCourriel', {
  ...Server,
  motDePasse: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 1_024,
        trim: false,
        description: 'Absent: as stored, if host and user are unchanged',
      }),
    ),
  ),
})
export type MailServerChange = Static<typeof MailServerChange>

/** Omits the keywords that describe the variable of the environment. */
const optionalValue = ({ name, schema }: StorableSetting) => {
  const {
    default: _,
    env: _env,
    stored: _stored,
    words: _words,
    ...rules
  } = { ...schema } as TSchema & Record<string, unknown>
  return [name, Type.Optional(Nullable(Type.Unsafe<string>(rules)))] as const
}

/** Values by the names of the settings; null without a value. */
type Values = Record<string, string | null>

/** Returns the schemas of the settings that staff may store, in an answer and in a change. */
export function createSettingsShapes(settings: readonly StorableSetting[]) {
  const values = Object.fromEntries(settings.map(optionalValue))
  const ShopSettings = Type.Unsafe<{
    valeurs: Values
    imposes: string[]
    smtp: Static<typeof MailServer> | null
  }>(
    Shape('ReglagesBoutique', {
      valeurs: Type.Object(values, { description: 'The values that apply' }),
      imposes: Type.Array(Type.String(), {
        description: 'The settings that the environment gives, which cannot be changed here',
      }),
      smtp: Nullable(MailServer),
    }),
  )
  const Changes = Type.Unsafe<{ valeurs?: Values; smtp?: MailServerChange | null }>(
    Shape('ChangementReglagesBoutique', {
      valeurs: Type.Optional(
        Type.Object(values, { additionalProperties: false, description: 'Null: the default' }),
      ),
      smtp: Type.Optional(Nullable(MailServerChange)),
    }),
  )
  return { ShopSettings, Changes }
}

export const Trial = Shape('EssaiCourriel', { destinataire: Email })
export const TrialOutcome = Shape('ResultatEssaiCourriel', {
  envoye: Type.Boolean({ description: 'Whether the server accepted the mail' }),
  reponse: Type.String({ description: 'The answer of the server, or the reason of the failure' }),
})
