import type { FastifyInstance } from 'fastify'
import type { PlatformSettings } from '../own-settings.ts'
import { withoutFinalSlashes } from '../text.ts'

type Where = Pick<PlatformSettings, 'publicUrl' | 'host' | 'port'>

/** What links to the server begin with. Without the setting it is where this server listens; never what a caller names. */
export function publicBase({ publicUrl, host, port }: Where, server: FastifyInstance): string {
  if (publicUrl) return withoutFinalSlashes(publicUrl)
  const address = server.server.address()
  const listening = address !== null && typeof address === 'object' ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${listening}`
}
