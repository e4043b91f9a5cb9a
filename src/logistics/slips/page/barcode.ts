import { type Html, html } from '../../../platform/pages/html.ts'

/** What the standard asks to be left white on both sides, in modules. */
const QUIET = 10

/** A text as the bars of Code 128, drawn in one path; its size is the style's. */
export async function barcode(text: string): Promise<Html> {
  // Loaded with the first page: most servers print none.
  const { default: JsBarcode } = await import('jsbarcode')
  const drawn: { encodings?: { data: string }[] } = {}
  JsBarcode(drawn, text, { format: 'CODE128' })
  const modules = drawn.encodings?.map(({ data }) => data).join('') ?? ''
  const bars = [...modules.matchAll(/1+/g)].map(
    ({ 0: bar, index }) => `M${QUIET + index} 0h${bar.length}v1h-${bar.length}z`,
  )
  return html`<svg class="bars" viewBox="0 0 ${modules.length + 2 * QUIET} 1" preserveAspectRatio="none" shape-rendering="crispEdges" role="img" aria-label="Code-barres ${text}"><path d="${bars.join('')}"/></svg>`
}
