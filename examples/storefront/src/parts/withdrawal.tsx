import { config } from '../config.ts'
import { defineTexts, language, useTexts } from '../language/language.ts'

const TEXTS = defineTexts({
  fr: { withdraw: 'Renoncer au contrat ici (rétractation)' },
  en: { withdraw: 'Withdraw from contract here' },
})

/** Links to the platform's page for the right of withdrawal, in the words that the law asks for. */
export function Withdrawal({ ordreId }: { ordreId?: string }) {
  const t = useTexts(TEXTS)
  const query = new URLSearchParams({ langue: language.value, ...(ordreId !== undefined && { ordreId }) })
  return (
    <a class="link" href={`${config.api.replace(/\/+$/, '')}/retractation?${query}`}>
      {t.withdraw}
    </a>
  )
}
