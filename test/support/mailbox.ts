import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterwards } from './afterwards.ts'
import { eventually } from './eventually.ts'

export type ReceivedMail = {
  from: string
  to: string[]
  headers: string
  subject: string
  text: string
  html: string
  raw: string
}

type Options = {
  /** Returns the server's response to a recipient: undefined accepts the mail, a status refuses it. */
  refuse?: (address: string, tried: number) => number | undefined
  /** Whether the server responds to no connection until it closes. */
  silent?: boolean
  port?: number
  server?: SMTPServerOptions
}

/**
 * Starts an SMTP server, which closes at the end of the test file, and returns it with the mails that it receives.
 */
export async function openMailbox({ refuse, silent = false, port = 0, server: options = {} }: Options = {}) {
  const received: ReceivedMail[] = []
  const tried: string[] = []
  const blocked = Promise.withResolvers<void>()
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    ...options,
    onConnect(_session, go) {
      if (silent) void blocked.promise.then(() => go())
      else go()
    },
    onRcptTo({ address }, _session, go) {
      tried.push(address)
      const responseCode = refuse?.(address, tried.length)
      go(
        responseCode === undefined
          ? null
          : Object.assign(new Error(`${address} is refused`), { responseCode }),
      )
    },
    onData(stream, { envelope }, go) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push(read(Buffer.concat(chunks).toString('utf8'), from, to))
        go()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: listening } = server.server.address() as AddressInfo
  let closing: Promise<void> | undefined
  const close = () => {
    blocked.resolve()
    closing ??= new Promise(resolve => server.close(() => resolve()))
    return closing
  }
  afterwards(close)
  const to = (address: string) => received.filter(mail => mail.to.includes(address))

  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    received,
    /** Recipients sent to the server, including refused ones. */
    tried,
    to,
    /** Waits for the mail to this address with this subject. */
    mail: (address: string, subject: RegExp) =>
      eventually(`a mail ${subject} to ${address}`, async () =>
        to(address).find(mail => subject.test(mail.subject)),
      ),
    close,
  }
}

/** Returns the secret at the end of the link in a mail; throws without one. */
export const extractToken = ({ text }: ReceivedMail) => {
  const [, token] = /\/compte\/[a-z-]+\/([\w-]{43})$/m.exec(text) ?? []
  if (!token) throw new Error(`No link in ${text}`)
  return token
}

function read(raw: string, from: string, to: string[]): ReceivedMail {
  const [headers = ''] = raw.split('\r\n\r\n', 1)
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(headers)?.[1] ?? ''
  return {
    from,
    to,
    headers,
    subject: decodeWords(subject),
    text: part(raw, 'plain'),
    html: part(raw, 'html'),
    raw,
  }
}

/** Returns a decoded part, which ends only at a line that begins with the boundary: a token may contain `--`, too. */
function part(raw: string, kind: string): string {
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(raw) ?? []
  const parts = raw.split(`\r\n--${boundary}`)
  const wanted = parts.find(text => new RegExp(`^\\r\\nContent-Type: text/${kind}`).test(text)) ?? ''
  const [headers = '', ...paragraphs] = wanted.split('\r\n\r\n')
  const body = paragraphs.join('\r\n\r\n')
  if (/base64/i.test(headers)) return Buffer.from(body, 'base64').toString('utf8')
  return (/quoted-printable/i.test(headers) ? unquote(body) : body).replaceAll('\r\n', '\n').trimEnd()
}

const unquote = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const decodeWords = (text: string) =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, how, word) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : unquote(word.replaceAll('_', ' ')),
    )
