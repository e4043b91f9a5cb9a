import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterwards } from './afterwards.ts'
import { eventually } from './eventually.ts'

export type Message = { id: string; headers: IncomingHttpHeaders; body: string; type: string }

/** The receiver's response to a message: a status, a full response, silence, or an invalid response. */
export type Answer =
  | number
  | { status: number; headers?: OutgoingHttpHeaders; body?: string; neverEnds?: true }
  | 'hangs'
  | 'nonsense'

/** Starts a receiver of webhooks, which closes at the end of the test file. */
export async function openReceiver(host = '127.0.0.1') {
  const received: Message[] = []
  let answer: Answer = 204
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { type } = JSON.parse(body)
    received.push({ id: String(request.headers['webhook-id']), headers: request.headers, body, type })
    if (answer === 'hangs') return
    if (answer === 'nonsense') return response.socket?.end('\0\0 what is this?\r\n\r\n')
    const {
      status,
      headers,
      body: text,
      neverEnds,
    } = typeof answer === 'number' ? { status: answer } : answer
    response.writeHead(status, headers)
    if (neverEnds) response.write(text ?? ' ')
    else response.end(text)
  })
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  afterwards(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://${host}:${port}/events`,
    port,
    received,
    /** Applies from the next message on. */
    answerWith(next: Answer) {
      answer = next
    },
    /** Waits for this many messages and returns them. */
    gets: (count: number) =>
      eventually(
        `${count} messages are received`,
        async () => received.length >= count && received.slice(0, count),
      ),
  }
}
