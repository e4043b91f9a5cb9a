import Type, { type Static, type TSchema } from 'typebox'
import { Nullable, Shape } from '../../platform/http/pages.ts'
import type { StorableSetting } from '../../platform/stored-settings.ts'
import { Email, MailServer, MailServerChange } from '../schemas.ts'

/** Omits the default, which an absent value must not become, and keywords that no validator knows. */
const optionalValue = ({ name, schema }: StorableSetting) => {
  const {
    pattern,
    format,
    maxLength,
    enum: choices,
    description,
  } = { ...schema } as TSchema & Record<string, unknown>
  const rules = choices ? { enum: choices } : { pattern, format, maxLength }
  const given = Object.entries({ ...rules, description }).filter(([, rule]) => rule !== undefined)
  return [
    name,
    Type.Optional(Nullable(Type.Unsafe<string>({ type: 'string', ...Object.fromEntries(given) }))),
  ] as const
}

/** Returns the schemas of the settings that staff may store, in an answer and in a change; null: without a value. */
export function createSettingsShapes(settings: readonly StorableSetting[]) {
  const values = Type.Unsafe<Record<string, string | null>>(
    Type.Object(Object.fromEntries(settings.map(optionalValue)), { additionalProperties: false }),
  )
  return {
    ShopSettings: Shape('ReglagesBoutique', {
      valeurs: values,
      imposes: Type.Array(Type.String(), {
        description: 'The settings that the environment gives, which cannot be changed here',
      }),
      smtp: Nullable(MailServer),
    }),
    Changes: Shape('ChangementReglagesBoutique', {
      valeurs: Type.Optional(values),
      smtp: Type.Optional(Nullable(MailServerChange)),
    }),
  }
}

const text = Nullable(Type.String())

/** The stored settings that are public. */
export const Particulars = Shape('Boutique', {
  ...{ nomBoutique: text, raisonSociale: text, formeJuridique: text },
  adresse: Nullable(Type.String({ description: 'The registered office, its lines separated by semicolons' })),
  ...{ siret: text, immatriculation: text, numeroTva: text, contact: text, mention: text },
})
export type Particulars = Static<typeof Particulars>

export const Trial = Shape('EssaiCourriel', {
  destinataire: Type.String({ ...Email, examples: ['claire.martin@example.fr'] }),
})
export const TrialOutcome = Shape('ResultatEssaiCourriel', {
  envoye: Type.Boolean({ description: 'Whether the server accepted the mail' }),
  reponse: Type.String({ description: 'The answer of the server, or the reason of the failure' }),
})
