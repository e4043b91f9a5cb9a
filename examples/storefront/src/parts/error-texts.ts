import { ComptoirError, isUnavailable } from '../api/client.ts'
import { language } from '../language/language.ts'
import { REFUSAL_TEXTS } from './refusal-texts.ts'

type Words = { fr: string; en: string }

const AWAY: Words = {
  fr: 'La boutique ne répond pas. Vérifiez votre connexion et réessayez.',
  en: 'The shop does not answer. Check your connection and try again.',
}
const TOO_FAST = (seconds: number | undefined): Words => ({
  fr: `C’était trop de demandes à la fois. Réessayez dans ${seconds ?? 60} s.`,
  en: `That was too many requests at once. Try again in ${seconds ?? 60} s.`,
})
const UNKNOWN: Words = {
  fr: 'Quelque chose n’a pas fonctionné. Réessayez dans un instant.',
  en: 'Something went wrong. Try again in a moment.',
}

function wordsFor(error: unknown): Words {
  if (isUnavailable(error)) return AWAY
  if (!(error instanceof ComptoirError)) return UNKNOWN
  const known = REFUSAL_TEXTS[error.code ?? '']
  if (known) return known
  return error.status === 429 ? TOO_FAST(error.retryAfterSeconds) : UNKNOWN
}

/** Returns a function that describes an error in the shopper's language. */
export function useErrorText() {
  const current = language.value
  return (error: unknown) => wordsFor(error)[current]
}
