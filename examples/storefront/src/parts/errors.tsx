import type { ComponentChildren } from 'preact'
import { isUnavailable } from '../api/client.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { useErrorText } from './error-texts.ts'

const TEXTS = defineTexts({
  fr: { away: 'La boutique ne répond pas. Nous réessayons…', again: 'Réessayer' },
  en: { away: 'The shop does not answer. Retrying…', again: 'Try again' },
})

/** An error message, with the actions to resolve it. */
export function ErrorNotice({ error, children }: { error: unknown; children?: ComponentChildren }) {
  const say = useErrorText()
  if (!error) return null
  return (
    <div class="notice bad" role="alert">
      <p>{say(error)}</p>
      {children}
    </div>
  )
}

/** Reports data that failed to load. If the server is unavailable, the request is retried automatically. */
export function LoadError({ error, again }: { error: unknown; again: () => void }) {
  const t = useTexts(TEXTS)
  if (!error) return null
  if (isUnavailable(error))
    return (
      <p class="notice" role="status">
        {t.away}
      </p>
    )
  return (
    <ErrorNotice error={error}>
      <button type="button" class="button quiet" onClick={again}>
        {t.again}
      </button>
    </ErrorNotice>
  )
}
