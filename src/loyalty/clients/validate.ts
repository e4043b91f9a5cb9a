import { Day } from '../../platform/http/pages.ts'
import { Problem } from '../../platform/problem.ts'
import { bodyAjv } from '../../platform/schemas.ts'
import { isEmail } from '../../platform/text.ts'
import { LEVELS, NewClient, TITLES } from '../schemas.ts'

type Input = Record<string, unknown>

const isMissing = (value: unknown) => value === undefined || value === null
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const atMost = (length: number) => (value: unknown) => typeof value !== 'string' || value.length <= length

const isDay = (value: unknown): value is string => bodyAjv.validate(Day, value)

/**
 * The rules for customers: the field, the condition on a value and the message. An absent or null value breaks only a rule
 * with `required`. All broken rules are reported together, in this order.
 */
const rules: {
  field: string
  required?: boolean
  isValid: (value: unknown, today: string) => boolean
  message: string
}[] = [
  { field: 'nom', required: true, isValid: isText, message: 'Le nom est obligatoire' },
  { field: 'nom', isValid: atMost(255), message: 'Le nom ne peut pas dépasser 255 caractères' },
  { field: 'prenom', required: true, isValid: isText, message: 'Le prénom est obligatoire' },
  { field: 'prenom', isValid: atMost(255), message: 'Le prénom ne peut pas dépasser 255 caractères' },
  {
    field: 'adresseMail',
    required: true,
    isValid: value => isText(value) && isEmail(value),
    message: "L'adresse e-mail doit être valide",
  },
  {
    field: 'civilite',
    isValid: value => TITLES.some(title => title === value),
    message: `La civilité doit être ${TITLES.join(', ')}`,
  },
  { field: 'anniversaire', isValid: isDay, message: "L'anniversaire doit être au format AAAA-MM-JJ" },
  {
    field: 'anniversaire',
    isValid: (value, today) => !isDay(value) || value <= today,
    message: "L'anniversaire ne peut pas être dans le futur",
  },
  {
    field: 'telephone',
    isValid: value => typeof value === 'string' && /^[\d +().-]*$/.test(value),
    message: 'Le téléphone ne peut contenir que des chiffres, des espaces et les caractères + ( ) - .',
  },
  { field: 'telephone', isValid: atMost(50), message: 'Le téléphone ne peut pas dépasser 50 caractères' },
  { field: 'adresse', isValid: value => typeof value === 'string', message: "L'adresse doit être un texte" },
  { field: 'adresse', isValid: atMost(2000), message: "L'adresse ne peut pas dépasser 2000 caractères" },
  {
    field: 'niveauFidelisation',
    isValid: value => LEVELS.some(level => level === value),
    message: `Le niveau de fidélisation doit être ${LEVELS.join(', ')}`,
  },
  {
    field: 'pointsFidelite',
    isValid: value => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 2_147_483_647,
    message: 'Les points de fidélité doivent être un entier positif ou nul',
  },
  {
    field: 'dateDebutFidelisation',
    isValid: isDay,
    message: 'La date de début de fidélisation doit être au format AAAA-MM-JJ',
  },
]

/** Returns the French messages of the rules that `input` breaks; none if it is valid. `today` is `YYYY-MM-DD`. */
export function findClientErrors(input: unknown, today: string): string[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input))
    return ['Le client doit être un objet']
  const fields = input as Input
  return rules
    .filter(({ field, required, isValid }) =>
      isMissing(fields[field]) ? (required ?? false) : !isValid(fields[field], today),
    )
    .map(rule => rule.message)
}

const known = Object.keys(NewClient.properties)

/** Returns the customer fields of a valid input, without unknown fields. */
export const fieldsOf = (input: unknown) =>
  Object.fromEntries(Object.entries(input as Input).filter(([name]) => known.includes(name))) as NewClient

/** Returns the body as a new customer. Throws 400 with the messages of all broken rules. */
export function parseClient(body: unknown, today: string): NewClient {
  const input = body ?? {}
  const errors = findClientErrors(input, today)
  if (errors.length > 0) throw new Problem(400, 'requete-invalide', errors)
  return fieldsOf(input)
}
