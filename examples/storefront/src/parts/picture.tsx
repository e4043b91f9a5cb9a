import { useState } from 'preact/hooks'
import { config } from '../config.ts'

type Props = { photo: string | undefined; name: string; size: number; isFirst?: boolean; alt?: string }

/** Pictures that the platform stores have three widths. */
const STORED = /(\/api\/v1\/publique\/images\/[^/]+\/)\d+$/

const srcsetOf = (address: string) =>
  STORED.test(address)
    ? [160, 480, 1200].map(width => `${address.replace(STORED, `$1${width}`)} ${width}w`).join(', ')
    : undefined

/** A product's picture in a square of fixed size; the first letter of its name if it has no picture or loading fails. */
export function Picture({ photo, name, size, isFirst = false, alt = '' }: Props) {
  const [broken, tellBroken] = useState<string>()
  if (!photo || photo === broken)
    return (
      <span class="picture letter" aria-hidden="true">
        {name.trim().charAt(0).toUpperCase()}
      </span>
    )
  const address = new URL(photo, config.api).href
  const srcset = srcsetOf(address)
  return (
    <img
      class="picture"
      src={address}
      {...(srcset && { srcset, sizes: `${size}px` })}
      alt={alt}
      width={size}
      height={size}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => tellBroken(photo)}
    />
  )
}
