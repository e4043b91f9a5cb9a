import { html } from '../../platform/pages/html.ts'
import type { Content } from './texts.ts'

export const renderText = ({ heading, paragraphs, rows = [], link, note }: Content) =>
  [
    heading,
    ...paragraphs,
    ...(rows.length > 0 ? [rows.map(([name, value]) => `${name} : ${value}`).join('\n')] : []),
    ...(link ? [`${link.label} :\n${link.url}`] : []),
    note,
  ].join('\n\n')

const INK = '#20302f'
const SOFT = '#566462'
const font = `font-family:-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;color:${INK}`

/** Uses inline styles, tables for columns and no external resources, because mail programs support little else. */
export const renderHtml = (content: Content, shop: string) =>
  html`<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${content.subject}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#efede6;${font}">
<div role="main" style="max-width:480px;margin:0 auto;padding:28px;border-radius:14px;background:#fffdf9;font-size:16px;line-height:1.5">
<p style="margin:0 0 20px;font-weight:600;color:${SOFT}">${shop}</p>
<h1 style="margin:0 0 16px;font-size:21px;line-height:1.25">${content.heading}</h1>
${content.paragraphs.map(text => html`<p style="margin:0 0 14px">${text}</p>`)}
${content.rows && table(content.rows)}
${content.link && button(content.link)}
<p style="margin:24px 0 0;font-size:13px;color:${SOFT}">${content.note}</p>
</div>
</body>
</html>
`.markup

const table = (
  rows: [string, string][],
) => html`<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 14px">
${rows.map(
  ([
    name,
    value,
  ]) => html`<tr><td style="padding:6px 12px 6px 0;border-top:1px solid #d9d4c7">${name}</td><td style="padding:6px 0;border-top:1px solid #d9d4c7;text-align:right;white-space:nowrap">${value}</td></tr>
`,
)}</table>`

const button = ({ label, url }: { label: string; url: string }) => html`<p style="margin:22px 0">
<a href="${url}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:#0d5c56;color:#ffffff;font-weight:600;text-decoration:none">${label}</a>
</p>
<p style="margin:0 0 14px;font-size:13px;color:${SOFT};word-break:break-all">${url}</p>`
