import { Problem } from '../platform/http/problem.ts'
import { LEVELS, type NewClient, TITLES } from './schemas.ts'

type Input = Record<string, unknown>

const isMissing = (value: unknown) => value === undefined || value === null
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false
  const moment = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value)
}

/** Each rule of part 7.2: the field, what a given value must satisfy (absent is fine unless required), and what is said. */
const rules: {
  field: string
  required?: boolean
  holds: (value: unknown, today: string) => boolean
  message: string
}[] = [
  { field: 'nom', required: true, holds: isText, message: 'Le nom est obligatoire' },
  { field: 'prenom', required: true, holds: isText, message: 'Le prénom est obligatoire' },
  {
    field: 'adresseMail',
    required: true,
    holds: value => isText(value) && value.length <= 255 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(value),
    message: "L'adresse e-mail doit être valide",
  },
  {
    field: 'civilite',
    holds: value => TITLES.includes(value as never),
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
    holds: value => typeof value === 'string' && /^[\d\s+().-]*$/.test(value),
    message: 'Le téléphone ne peut contenir que des chiffres, des espaces et les caractères + ( ) - .',
  },
  { field: 'adresse', holds: value => typeof value === 'string', message: "L'adresse doit être un texte" },
  {
    field: 'niveauFidelisation',
    holds: value => LEVELS.includes(value as never),
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

/** The messages of the rules that `input` breaks, in French, one a rule. `today` is `YYYY-MM-DD`. */
export const faultsOf = (input: Input, today: string) =>
  rules
    .filter(({ field, required, holds }) =>
      isMissing(input[field]) ? (required ?? false) : !holds(input[field], today),
    )
    .map(rule => rule.message)

/** The body as a new client; 400 with every broken rule otherwise. */
export function validClient(body: unknown, today: string): NewClient {
  const input = (body !== null && typeof body === 'object' ? body : {}) as Input
  const faults = faultsOf(input, today)
  if (faults.length > 0) throw new Problem(400, faults)
  return input as NewClient
}
