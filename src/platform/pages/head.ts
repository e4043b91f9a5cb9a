import { type Html, html } from './html.ts'

/** What stands in the head of every page: it is found by nobody's search, and looks as its reader's system does. */
export const pageHead = (title: string, stylesheet: string): Html =>
  html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${stylesheet}">`
