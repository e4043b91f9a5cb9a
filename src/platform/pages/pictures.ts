import { createHash } from 'node:crypto'

export type Picture = { type: 'image/svg+xml' | 'image/png' | 'image/jpeg' | 'image/webp'; bytes: Buffer }

const TYPES: [Picture['type'], (bytes: Buffer) => boolean][] = [
  ['image/png', bytes => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', bytes => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/webp', bytes => /^RIFF.{4}WEBP/s.test(bytes.toString('latin1', 0, 12))],
  [
    'image/svg+xml',
    bytes => /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg[\s>]/s.test(bytes.toString()),
  ],
]

/** Detects the type of a picture by its content; undefined for any other content. */
export function detectPicture(bytes: Buffer): Picture | undefined {
  const [type] = TYPES.find(([, is]) => is(bytes)) ?? []
  return type && { type, bytes }
}

/**
 * Returns a version for the address of a picture. It changes with the content, so browsers can cache the address
 * forever.
 */
export const versionOf = ({ bytes }: Picture) =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 12)

/**
 * Returns headers that prevent a picture, such as an SVG that is opened as a page, from running scripts or loading
 * resources. `who` sets which sites may embed it.
 */
export const pictureHeaders = (type: Picture['type'], who: 'same-origin' | 'cross-origin') => ({
  'content-type': type,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': who,
})
