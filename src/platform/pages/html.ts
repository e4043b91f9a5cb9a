/** Markup that is safe to send. Create it with `html`; the constructor escapes nothing. */
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

/**
 * Builds markup from a tagged template. Every value is escaped, except markup and lists of markup; false, null and
 * undefined render nothing.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]) =>
  new Html(strings.map((text, i) => text + render(parts[i])).join(''))

type Page = { title: string; stylesheet: string; bodyClass?: string; language?: string }

/** Renders a page, by default in French. */
export const renderPage = ({ title, stylesheet, bodyClass, language = 'fr' }: Page, content: Html): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
${pageHead(title, stylesheet)}
</head>
<body${bodyClass !== undefined && html` class="${bodyClass}"`}>
<main>
${content}
</main>
</body>
</html>
`.markup

/**
 * Returns the head of a page, which search engines do not index and which follows the reader's light or dark color
 * scheme.
 */
export const pageHead = (title: string, stylesheet: string | Html, icon = 'data:,'): Html =>
  html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${icon}">
${stylesheet instanceof Html ? stylesheet : html`<link rel="stylesheet" href="${stylesheet}">`}`
