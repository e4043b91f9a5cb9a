import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const HEADER = 'x-handed-on-for'

export type HandingOn = ReturnType<typeof createHandingOn>

/**
 * An area that hands a stranger's call on says for which address, so that limits count it as that one's. The call must gain no
 * rights by it: the platform's own key is not shown but signs the address.
 */
export function createHandingOn(apiKey: string | undefined) {
  const sign = (address: string) =>
    createHmac('sha256', apiKey ?? '')
      .update(`handed on for ${address}`)
      .digest()

  return {
    headersFor: (address: string): Record<string, string> =>
      apiKey ? { [HEADER]: `${sign(address).toString('base64url')} ${address}` } : {},

    /** The address, when the platform itself says it. */
    read(headers: IncomingHttpHeaders): string | undefined {
      const given = headers[HEADER]
      if (!apiKey || typeof given !== 'string') return undefined
      const [signature = '', address = ''] = given.split(' ')
      const shown = Buffer.from(signature, 'base64url')
      const right = sign(address)
      return shown.length === right.length && timingSafeEqual(shown, right) ? address : undefined
    },
  }
}
