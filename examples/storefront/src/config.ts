const meta = (name: string) =>
  document.querySelector(`meta[name="comptoir-${name}"]`)?.getAttribute('content') ?? ''

/** What the page says of the shop that it belongs to. */
export const config = {
  shop: meta('shop') || 'Comptoir',
  /** Where the platform is reached: where these pages come from, unless it is said. */
  api: meta('api') || window.location.origin,
  /** Where the shop's addresses begin. */
  base: meta('base'),
  payment: meta('payment') === 'frame' ? ('frame' as const) : ('redirect' as const),
}
