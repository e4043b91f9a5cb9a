import type { Context } from '../context.ts'

/** Nothing foreign runs or is asked, nothing is kept or told on, and only the configured origins may frame the page. */
export const pageHeaders = ({ returnOrigins }: Context['settings']) => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${["'self'", ...returnOrigins].join(' ')}`,
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
})
