/** Markup that is safe to send. Only `html` makes it. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = Html | Part[] | string | number | false | null | undefined

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const render = (part: Part): string => {
  if (part instanceof Html) return part.markup
  if (Array.isArray(part)) return part.map(render).join('')
  if (part === false || part === null || part === undefined) return ''
  return String(part).replaceAll(/[&<>"']/g, sign => ENTITIES[sign] ?? '')
}

/** Markup as a tagged template: every value is escaped, but for markup and lists of it. Nothing is written for false and null. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Html(strings.map((text, i) => text + render(parts[i])).join(''))

/** The head of every page: not indexed by search engines, light or dark as the reader's system. */
export const pageHead = (title: string, stylesheet: string, icon = 'data:,'): Html =>
  html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${stylesheet}">`
