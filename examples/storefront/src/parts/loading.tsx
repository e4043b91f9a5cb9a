import { defineTexts, useTexts } from '../language/language.ts'

const TEXTS = defineTexts({ fr: { waiting: 'Chargement…' }, en: { waiting: 'Loading…' } })

/** As tall as a page, so that the footer does not jump. */
export const Loading = () => (
  <p class="waiting" role="status">
    <span>{useTexts(TEXTS).waiting}</span>
  </p>
)
