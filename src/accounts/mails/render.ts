import { type Html, html } from '../../platform/pages/html.ts'
import type { Content, Row, Shop } from './content.ts'

export const renderText = (
  { words, heading, paragraphs, rows, links, note }: Content,
  { contact, legal }: Pick<Shop, 'contact' | 'legal'>,
) =>
  [
    heading,
    ...paragraphs,
    ...(rows.length > 0 ? [rows.map(({ label, value }) => label + words.colon + value).join('\n')] : []),
    ...links.map(({ label, url }) => `${label}${words.colon.trimEnd()}\n${url}`),
    ...(contact ? [`${words.contact} ${contact}`] : []),
    note,
    ...(legal.length > 0 ? [legal.join('\n')] : []),
  ].join('\n\n')

const INK = '#20302f'
const SOFT = '#566462'
const RULE = '#d9d4c7'
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif"

/** Dark colors, for the programs that follow the scheme of the device; the others show the light inline styles. */
const STYLE = html`<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #101716 !important; }
  .sheet { background: #1a2322 !important; }
  .sheet, .sheet h1, .sheet td { color: #e9e6dd !important; }
  .sheet .soft { color: #a7b4b1 !important; }
  .sheet td.rule { border-color: #3a4745 !important; }
  .sheet a.button { background: #7cd0c5 !important; color: #0a211e !important; }
  .sheet a.link { color: #7cd0c5 !important; }
}
@media (max-width: 480px) {
  .page-cell { padding: 0 !important; }
  .sheet { border-radius: 0 !important; }
  .sheet-cell { padding: 24px 18px !important; }
}
</style>`

/**
 * Uses inline styles and tables, because mail programs support little else; the only external resources are the pictures
 * of products.
 */
export const renderHtml = (content: Content, { name, contact, legal }: Omit<Shop, 'base'>) =>
  html`<!doctype html>
<html lang="${content.words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
${STYLE}
</head>
<body class="page" style="margin:0;padding:0;background:#efede6">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#efede6"><tr><td class="page-cell" align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;border-radius:14px;background:#fffdf9"><tr><td class="sheet-cell" style="padding:32px;${FONT};font-size:16px;line-height:1.5;color:${INK};text-align:left">
<div role="main">
<p class="soft" style="margin:0 0 22px;font-weight:600;color:${SOFT}">${name}</p>
<h1 style="margin:0 0 16px;font-size:23px;line-height:1.25;color:${INK}">${content.heading}</h1>
${content.paragraphs.map(text => html`<p style="margin:0 0 14px">${text}</p>`)}
${content.rows.length > 0 && rowTable(content.rows)}
${content.links.map((link, i) => (i === 0 ? linkButton(link) : plainLink(link)))}
${contact !== null && html`<p style="margin:22px 0 0">${content.words.contact} <strong>${contact}</strong></p>`}
<p class="soft" style="margin:22px 0 0;font-size:13px;color:${SOFT}">${content.note}</p>
${
  legal.length > 0 &&
  html`<p class="soft" style="margin:14px 0 0;font-size:12px;line-height:1.6;color:${SOFT}">${legal.map((line, i) => html`${i > 0 && html`<br>`}${line}`)}</p>`
}
</div>
</td></tr></table>
</td></tr></table>
</body>
</html>
`.markup

const rowTable = (
  rows: Row[],
) => html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:6px 0 14px;border-collapse:collapse">
${rows.map(row =>
  rowHtml(
    row,
    rows.some(({ photo }) => photo !== undefined),
  ),
)}</table>`

/** The pictures have a column of their own, so that the labels stay aligned. */
function rowHtml({ label, value, kind, photo }: Row, hasPhotos: boolean): Html {
  const weight = kind === 'total' ? 'font-weight:700;' : ''
  const size = kind === 'detail' ? 'font-size:14px;' : ''
  const cell = `padding:9px 0;border-top:1px solid ${RULE};${weight}${size}${FONT};color:${INK};vertical-align:middle`
  const picture =
    photo !== undefined &&
    html`<td class="rule" width="68" style="${cell}"><img src="${photo}" alt="" width="56" height="56" style="display:block;border-radius:8px;background:#ffffff;object-fit:contain"></td>`
  return html`<tr>${picture}<td class="rule" style="${cell};padding-right:12px"${hasPhotos && photo === undefined && html` colspan="2"`}>${label}</td><td class="rule" align="right" style="${cell};text-align:right;white-space:nowrap">${value}</td></tr>
`
}

const linkButton = ({ label, url }: { label: string; url: string }) => html`<p style="margin:22px 0 14px">
<a class="button" href="${url}" style="display:inline-block;padding:13px 24px;border-radius:10px;background:#0d5c56;color:#ffffff;font-weight:600;text-decoration:none">${label}</a>
</p>
<p class="soft" style="margin:0 0 14px;font-size:12px;color:${SOFT};word-break:break-all">${url}</p>`

const plainLink = ({ label, url }: { label: string; url: string }) => html`<p style="margin:14px 0 0">
<a class="link" href="${url}" style="color:#0d5c56">${label}</a>
</p>`
