import { defineTexts, useTexts } from '../language/language.ts'

const TEXTS = defineTexts({ fr: { waiting: 'Chargement…' }, en: { waiting: 'Loading…' } })

/** As tall as the window, so that the footer is below it and does not jump. */
export const Loading = () => (
  <p class="waiting" role="status">
    <span>{useTexts(TEXTS).waiting}</span>
  </p>
)
