import { inSpan } from '../tracing/in-span.ts'
import type { Operation } from './operation.ts'

/** One try to ask another area, as a part of the work at hand: told by the address of the operation, without what is in it. */
export const asCall = <A extends { status: number }>(
  { area, method, url }: Operation,
  tried: number,
  go: () => Promise<A>,
): Promise<A> =>
  inSpan(
    () => ({
      name: `${method} ${url}`,
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'url.template': url,
        'comptoir.area': area,
        ...(tried > 1 && { 'http.request.resend_count': tried - 1 }),
      },
    }),
    async span => {
      const answer = await go()
      span?.set({ 'http.response.status_code': answer.status })
      if (answer.status >= 500) span?.fail(String(answer.status))
      return answer
    },
  )
