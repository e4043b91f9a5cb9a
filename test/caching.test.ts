import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { GUARDED, KEYS } from './support/guarded.ts'
import { openPlatform, type TestPlatform } from './support/platform.ts'
import { withoutArea, withRoutes } from './support/registered-routes.ts'

type Answer = { route: string; access: string | undefined; status: number; policy: string | undefined }

/** One call by a holder of every right. The address of a file is the one that a page links to; other ids lead to nothing. */
async function answerOf({ server }: TestPlatform, method: string, url: string, links: Set<string>) {
  const pattern = RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
  const linked = url.includes('/fichiers/:') && [...links].find(link => pattern.test(link))
  const answer = await server.inject({
    method: method as 'GET',
    url: linked || url.replaceAll(/:\w+|\*/g, '999999999'),
    headers: { ...KEYS.admin, accept: 'text/html, */*' },
    ...(method === 'GET' ? {} : { payload: {} }),
    // A stream of events has no end.
    payloadAsStream: true,
  })
  const stream = answer.stream()
  if (String(answer.headers['content-type']).startsWith('text/html')) {
    const text = (await stream.toArray()).join('')
    for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"#]+)"/g))
      if (URL.canParse(link, `http://host${url}`)) links.add(new URL(link, `http://host${url}`).pathname)
  }
  stream.destroy()
  answer.raw.res.destroy()
  return answer
}

let answers: Answer[]
before(async () => {
  const { shop, routes } = await withRoutes(() => openPlatform({ settings: GUARDED, started: false }))
  const links = new Set<string>()
  answers = []
  const called = routes.flatMap(({ method, url, config }) =>
    [method]
      .flat()
      .filter(name => name !== 'HEAD')
      .map(name => ({ method: name, url, access: config?.access })),
  )
  // Files come last, when the pages have named them.
  const isFile = ({ url }: { url: string }) => url.includes('/fichiers/:')
  for (const { method, url, access } of [...called.filter(each => !isFile(each)), ...called.filter(isFile)]) {
    const { statusCode, headers } = await answerOf(shop, method, url, links)
    const policy = headers['cache-control']
    answers.push({ route: `${method} ${withoutArea(url)}`, access, status: statusCode, policy })
  }
})

test('every answer says what a cache may do with it, lists that are streamed and /metrics too', () => {
  assert.ok(answers.length > 300, `${answers.length} routes`)
  for (const streamed of ['GET /metrics', 'GET /api/publique/fiche_reparation', 'GET /api/clock/update-sse'])
    assert.ok(
      answers.some(({ route, status }) => route === streamed && status === 200),
      streamed,
    )
  assert.deepEqual(
    answers.filter(({ policy }) => !policy),
    [],
  )
})

test('a cache that people share may store only what is open to everybody', () => {
  const shared = answers.filter(({ policy = '' }) => !/private|no-store/.test(policy))
  assert.ok(shared.length > 5, `${shared.length} shared routes`)
  assert.deepEqual(
    shared.filter(({ access }) => access !== 'open'),
    [],
  )
})

const HEAD = `# Which answers a cache may store

Every answer is \`private, no-cache\` unless its route says otherwise: the caller's own cache may store it and must ask before each use, and a cache that several people share must not store it. JSON answers to reads carry an \`ETag\`; a caller who sends it back in \`If-None-Match\` gets 304 without the body.

Every route was called once with an API key of every right. An id that the test makes up leads to nothing, so that an answer below may be a refusal.

Written by \`npm test test/caching.test.ts -- --update\`, compared by every run of the tests.
`

test('docs/caching.md lists every route with its Cache-Control', t => {
  const routes = Map.groupBy(answers, ({ policy = '' }) => policy)
  const section = ([policy, listed]: [string, Answer[]]) =>
    [`## \`${policy}\`\n`, ...[...new Set(listed.map(({ route }) => `- \`${route}\``))].sort(), ''].join('\n')
  const sections = [...routes].sort(([a], [b]) => (a < b ? -1 : 1)).map(section)
  t.assert.fileSnapshot([HEAD, ...sections].join('\n'), 'docs/caching.md', { serializers: [text => text] })
})
