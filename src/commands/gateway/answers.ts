import { Problem } from '../../platform/problem.ts'

/** Escapes a text for HAProxy's strong quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
const JSON_TYPE = 'content-type "application/json; charset=utf-8"'

/** Arguments of a `return` of HAProxy: a refusal in the one shape of errors. */
export const refusal = (problem: Problem, status = problem.statusCode) =>
  [
    `status ${status} ${JSON_TYPE} string ${quoted(JSON.stringify(problem.body))}`,
    ...(problem.retryAfterSeconds ? [`hdr Retry-After ${problem.retryAfterSeconds}`] : []),
  ].join(' ')

export const answer = (body: object) => `status 200 ${JSON_TYPE} string ${quoted(JSON.stringify(body))}`

export const tooLarge = new Problem(413, 'corps-trop-grand', 'The body is too large')
export const away = new Problem(503, 'service-indisponible', 'No process that could answer can be reached')
const unreadable = new Problem(400, 'requete-illisible', 'The request is not valid HTTP')
const broken = new Problem(500, 'erreur-interne', 'Unexpected server error')
const late = new Problem(408, 'delai-depasse', 'The request took too long to arrive')

export const tooMany = new Problem(429, 'trop-de-requetes', 'Too many requests from this address', {
  retryAfterSeconds: 10,
})

/** What the proxy answers on its own account, by the status that it would give. */
export const ownAnswers: readonly string[] = [
  refusal(unreadable),
  refusal(late),
  refusal(broken),
  ...[502, 503, 504].map(status => refusal(away, status)),
]
