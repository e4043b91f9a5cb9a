import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { stringify } from 'yaml'
import { html } from '../../pages/html.ts'
import { etagOf } from '../conditional.ts'
import { type Documents, titleOf } from '../documents.ts'
import { JSON_TYPE } from '../lists.ts'

/** Formats a document as YAML without anchors, which not every OpenAPI reader supports. */
export const formatYaml = (document: unknown) => stringify(document, { aliasDuplicateObjects: false })

const hidden = { schema: { hide: true }, config: { access: 'open', bare: false } } as const

/** A document has up to a megabyte, so a request for one counts as several calls. */
const ofDocument = { ...hidden, config: { ...hidden.config, weight: () => 4 } }

/** The path of the page and its files, on the bare host and under each area. */
const PAGE = '/api/swagger/ui'

const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
}

/** Swagger UI uses style attributes, and `data:` addresses for its icons. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

type Options = { area: string | undefined; documents: Documents }

/** Returns a function that creates each text and its ETag once: the YAML of all areas takes 110 to 210 ms. */
function createTexts(document: () => object) {
  const texts = new Map<string, { text: string; tag: string }>()
  const tagged = (text: string) => ({ text, tag: etagOf(text) })
  return (format: 'json' | 'yaml') => {
    const known =
      texts.get(format) ?? tagged(format === 'yaml' ? formatYaml(document()) : JSON.stringify(document()))
    texts.set(format, known)
    return known
  }
}

/** Adds the routes of a document and of the page that displays it. */
export const documentRoutes: FastifyPluginAsyncTypebox<Options> = async (scope, { area, documents }) => {
  const textIn = createTexts(() => documents.of(area))
  const send = (reply: FastifyReply, format: 'json' | 'yaml') => {
    const { text, tag } = textIn(format)
    return reply
      .type(format === 'json' ? JSON_TYPE : 'application/yaml')
      .header('etag', tag)
      .send(text)
  }
  for (const format of ['json', 'yaml'] as const)
    for (const path of ['/api/swagger', PAGE])
      scope.get(`${path}/${format}`, ofDocument, (_request, reply) => send(reply, format))
  for (const path of ['/api/docs', '/api/swagger'])
    scope.get(path, hidden, ({ originalUrl }, reply) =>
      // A relative redirect stays under the area's prefix, also behind a proxy.
      reply.redirect(`${/\/(\?|$)/.test(originalUrl) ? '../' : ''}swagger/ui/`),
    )
  scope.get(PAGE, hidden, ({ originalUrl }, reply) =>
    reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(pageOf(titleOf(area), /\/(\?|$)/.test(originalUrl) ? '' : 'ui/')),
  )
  scope.get(`${PAGE}/static/swagger-initializer.js`, hidden, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(initializerOf(area)),
  )
  for (const [name, type] of Object.entries(FILES))
    scope.get(`${PAGE}/static/${name}`, hidden, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type(type)
        .send(createReadStream(join(FOLDER, name))),
    )
}

/** Renders the page. `base` is the relative path to its files, which depends on a final slash in the page's address. */
const pageOf = (title: string, base: string) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${base}static/favicon-32x32.png">
<link rel="stylesheet" href="${base}static/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}static/swagger-ui-bundle.js"></script>
<script src="${base}static/swagger-initializer.js"></script>
</body>
</html>
`.markup

/** The document of all areas is long, so its page initially shows only the tags. */
const initializerOf = (area: string | undefined) =>
  `SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: new URL('../json', document.currentScript.src).href,
  deepLinking: true,
  filter: true,
  docExpansion: '${area ? 'list' : 'none'}',
  layout: 'BaseLayout',
  validatorUrl: null,
})
`
