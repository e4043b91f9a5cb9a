import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'

/** Says once that a proxy forwards addresses and is not believed: all who come through it count as one address. */
export function tellOfUntrustedProxies(app: FastifyInstance, log: Log) {
  let told = false
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (told || request.headers['x-forwarded-for'] === undefined) return
    const { ip, socket } = request
    if (ip !== socket.remoteAddress) return
    told = true
    log.warn(
      { proxy: ip },
      'A proxy that COMPTOIR_TRUSTED_PROXIES does not name forwards addresses: its callers count as one address',
    )
  })
}
