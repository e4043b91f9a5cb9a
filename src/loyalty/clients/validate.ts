import { Day } from '../../platform/http/pages.ts'
import { Problem } from '../../platform/problem.ts'
import { ofBody } from '../../platform/schemas.ts'
import { isEmail } from '../../platform/text.ts'
import { LEVELS, NewClient, TITLES } from '../schemas.ts'

type Input = Record<string, unknown>

const isMissing = (value: unknown) => value === undefined || value === null
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const atMost = (length: number) => (value: unknown) => typeof value !== 'string' || value.length <= length

const isDay = (value: unknown): value is string => ofBody.validate(Day, value)

/**
 * The rules for customers: the field, the condition on a value (absent values are valid unless required) and the message.
 * All broken rules are reported together, in this order.
 */
const rules: {
  field: string
  required?: boolean
  holds: (value: unknown, today: string) => boolean
  message: string
}[] = [
  { field: 'nom', required: true, holds: isText, message: 'Le nom est obligatoire' },
  { field: 'nom', holds: atMost(255), message: 'Le nom ne peut pas dépasser 255 caractères' },
  { field: 'prenom', required: true, holds: isText, message: 'Le prénom est obligatoire' },
  { field: 'prenom', holds: atMost(255), message: 'Le prénom ne peut pas dépasser 255 caractères' },
  {
    field: 'adresseMail',
    required: true,
    holds: value => isText(value) && isEmail(value),
    message: "L'adresse e-mail doit être valide",
  },
  {
    field: 'civilite',
    holds: value => TITLES.some(title => title === value),
    message: `La civilité doit être ${TITLES.join(', ')}`,
  },
  { field: 'anniversaire', holds: isDay, message: "L'anniversaire doit être au format AAAA-MM-JJ" },
  {
    field: 'anniversaire',
    holds: (value, today) => !isDay(value) || value <= today,
    message: "L'anniversaire ne peut pas être dans le futur",
  },
  {
    field: 'telephone',
    holds: value => typeof value === 'string' && /^[\d +().-]*$/.test(value),
    message: 'Le téléphone ne peut contenir que des chiffres, des espaces et les caractères + ( ) - .',
  },
  { field: 'telephone', holds: atMost(50), message: 'Le téléphone ne peut pas dépasser 50 caractères' },
  { field: 'adresse', holds: value => typeof value === 'string', message: "L'adresse doit être un texte" },
  { field: 'adresse', holds: atMost(2000), message: "L'adresse ne peut pas dépasser 2000 caractères" },
  {
    field: 'niveauFidelisation',
    holds: value => LEVELS.some(level => level === value),
    message: `Le niveau de fidélisation doit être ${LEVELS.join(', ')}`,
  },
  {
    field: 'pointsFidelite',
    holds: value => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 2_147_483_647,
    message: 'Les points de fidélité doivent être un entier positif ou nul',
  },
  {
    field: 'dateDebutFidelisation',
    holds: isDay,
    message: 'La date de début de fidélisation doit être au format AAAA-MM-JJ',
  },
]

/** Returns the French messages of the rules that `input` breaks, one per rule. `today` is `YYYY-MM-DD`. */
export function errorsOf(input: unknown, today: string): string[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input))
    return ['Le client doit être un objet']
  const fields = input as Input
  return rules
    .filter(({ field, required, holds }) =>
      isMissing(fields[field]) ? (required ?? false) : !holds(fields[field], today),
    )
    .map(rule => rule.message)
}

const known = Object.keys(NewClient.properties)

/** Returns the customer fields of a valid input, without unknown fields. */
export const fieldsOf = (input: unknown) =>
  Object.fromEntries(Object.entries(input as Input).filter(([name]) => known.includes(name))) as NewClient

/** Returns the body as a new customer. Throws 400 with the messages of all broken rules. */
export function validClient(body: unknown, today: string): NewClient {
  const input = body ?? {}
  const faults = errorsOf(input, today)
  if (faults.length > 0) throw new Problem(400, 'requete-invalide', faults)
  return fieldsOf(input)
}
