/** The path of a picture that the platform stores, in any width and with or without its public address. */
const STORED = /\/api\/v1\/publique\/images\/[^/]+\/(?=\d+$)/

/**
 * Returns the address from which the console can load a picture in a width; undefined for a picture of another server,
 * which the content security policy blocks.
 */
export function pictureSource(address: string | undefined, width: 160 | 480 | 1200): string | undefined {
  const [path] = STORED.exec(address ?? '') ?? []
  if (path) return `${path}${width}`
  return address && /^\/(?!\/)\S+$/.test(address) ? address : undefined
}

/**
 * The small picture of a product, or the first letter of its name without one. `label` names it to screen readers and on
 * hover, where no name stands beside it.
 */
export function Thumbnail({
  photo,
  name = '',
  label,
  size = 40,
}: {
  photo: string | undefined
  name?: string | undefined
  label?: string
  size?: number
}) {
  const source = pictureSource(photo, 160)
  return (
    <span
      className="thumbnail"
      style={{ width: size, height: size }}
      title={label}
      {...(label && !source ? { role: 'img', 'aria-label': label } : {})}
    >
      {source ? (
        <img src={source} alt={label ?? ''} width={size} height={size} loading="lazy" />
      ) : (
        <span aria-hidden>{name.slice(0, 1).toUpperCase()}</span>
      )}
    </span>
  )
}
