import { Text } from '@mantine/core'
import { ComptoirError } from '../api/client.ts'
import { useLanguage, useTexts } from '../language/language.tsx'
import { NeededRights } from '../shell/missing-right.tsx'
import { RIGHTS } from '../shell/rights.ts'
import { ERROR_SENTENCES, isFrench } from './error-sentences.ts'
import { partTexts } from './texts.ts'

/** The field that a message of the server starts with, such as `body/nom`. */
const FIELD = /^(?:body|querystring|params)\/([\w/]+)/

/** The refusal of a call in the user's language. In French, an English message is a detail that can be opened. */
export default function ErrorSentence({ error }: { error: Error }) {
  const texts = useTexts(partTexts)
  const { language } = useLanguage()
  const code = error instanceof ComptoirError ? error.code : undefined
  if (code === 'droit-absent') {
    const rights = RIGHTS.filter(right => new RegExp(`\\b${right}\\b`).test(error.message))
    return (
      <>
        <Text size="sm">{texts.refused}</Text>
        {rights.length > 0 && <NeededRights rights={rights} />}
      </>
    )
  }
  // The pages' own errors are in the user's language already.
  if (language === 'en' || !(error instanceof ComptoirError) || isFrench(error.message))
    return <Text size="sm">{error.message}</Text>
  const field = FIELD.exec(error.message)?.[1]
  return (
    <>
      <Text size="sm">
        {(code && ERROR_SENTENCES[code]) ?? texts.unknownFault}
        {field && ` ${texts.field(field)}`}
      </Text>
      <Text size="sm" component="details">
        <summary>{texts.detail}</summary>
        <span lang="en">{error.message}</span>
      </Text>
    </>
  )
}
