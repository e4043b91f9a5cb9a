import { type Html, html } from '../../../platform/pages/html.ts'

/** Drawn with the colour of the text around; they say nothing that the text does not. */
const icon = (name: string, paths: Html) =>
  html`<svg class="icon ${name}" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`

export const lock = icon(
  'lock',
  html`<rect x="5" y="11" width="14" height="9" rx="2"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`,
)
export const check = icon('check', html`<path d="m5 13 4.5 4.5L19 8"/>`)
export const cross = icon('cross', html`<path d="m7 7 10 10M17 7 7 17"/>`)
export const hourglass = icon('hourglass', html`<circle cx="12" cy="12" r="8"/><path d="M12 7.5V12l3 2"/>`)
export const question = icon(
  'question',
  html`<path d="M9 9.2a3 3 0 1 1 4.4 2.6c-1 .6-1.4 1.2-1.4 2.2M12 17.5v.1"/>`,
)
export const warning = icon('warning', html`<path d="M12 8v5M12 16.5v.1"/><circle cx="12" cy="12" r="9"/>`)
