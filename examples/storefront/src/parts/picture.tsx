import { useState } from 'preact/hooks'
import { config } from '../config.ts'

type Props = { photo: string | undefined; name: string; size: number; isFirst?: boolean; alt?: string }

/** A product's picture in a square of fixed size; the first letter of its name if it has no picture or loading fails. */
export function Picture({ photo, name, size, isFirst = false, alt = '' }: Props) {
  const [broken, tellBroken] = useState<string>()
  if (!photo || photo === broken)
    return (
      <span class="picture letter" aria-hidden="true">
        {name.trim().charAt(0).toUpperCase()}
      </span>
    )
  return (
    <img
      class="picture"
      src={new URL(photo, config.api).href}
      alt={alt}
      width={size}
      height={size}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => tellBroken(photo)}
    />
  )
}
