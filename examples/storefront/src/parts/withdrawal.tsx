import { config } from '../config.ts'
import { defineTexts, useTexts } from '../language/language.ts'

const TEXTS = defineTexts({
  fr: { withdraw: 'Renoncer au contrat ici (rétractation)' },
  en: { withdraw: 'Withdraw from the contract here' },
})

/** Links to the platform's page for the right of withdrawal, in the words that the law asks for. */
export const Withdrawal = () => (
  <a class="link" href={`${config.api.replace(/\/+$/, '')}/retractation`}>
    {useTexts(TEXTS).withdraw}
  </a>
)
