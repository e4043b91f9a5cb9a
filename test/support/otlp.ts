import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type SentSpan = {
  /** The process that sent it. */
  service: string
  traceId: string
  spanId: string
  /** Empty for the root span of a trace. */
  parentSpanId: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  failed: boolean
}

type Value = Record<string, unknown>
type Attributes = { key: string; value: Value }[]
type RawSpan = Omit<SentSpan, 'service' | 'attributes' | 'links' | 'failed'> & {
  attributes?: Attributes
  links?: SentSpan['links']
  status?: { code?: number }
}
type Batch = { resource: { attributes: Attributes }; scopeSpans: { spans: RawSpan[] }[] }

const valuesOf = (attributes: Attributes = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const spansIn = ({ resource, scopeSpans }: Batch): SentSpan[] => {
  const service = String(valuesOf(resource.attributes)['service.name'])
  return scopeSpans.flatMap(({ spans }) =>
    spans.map(({ attributes, links = [], status, parentSpanId = '', ...span }) => ({
      ...{ ...span, service, parentSpanId, links },
      attributes: valuesOf(attributes),
      failed: status?.code === 2,
    })),
  )
}

async function textOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Starts an OpenTelemetry receiver of JSON over HTTP. After `hold`, it answers no request until `release`. */
export async function openReceiver() {
  const spans: SentSpan[] = []
  const texts: string[] = []
  let blocked: Promise<void> | undefined
  let release = () => {}
  const server = createServer(async (request, response) => {
    const text = await textOf(request)
    await blocked
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end()
    texts.push(text)
    spans.push(...(JSON.parse(text) as { resourceSpans: Batch[] }).resourceSpans.flatMap(spansIn))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything received, unparsed. */
    text: () => texts.join('\n'),
    of: (traceId: string) => spans.filter(span => span.traceId === traceId),
    hold() {
      blocked = new Promise(resolve => {
        release = resolve
      })
    },
    release: () => release(),
  }
}
