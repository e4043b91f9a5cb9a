const meta = (name: string) =>
  document.querySelector(`meta[name="comptoir-${name}"]`)?.getAttribute('content') ?? ''

/** The shop's settings, from the meta elements of the page. */
export const config = {
  shop: meta('shop') || 'Comptoir',
  /** Base URL of the platform's interface; by default the origin of the page. */
  api: meta('api') || window.location.origin,
  /** Path prefix of the shop's pages. */
  base: meta('base'),
  payment: meta('payment') === 'frame' ? ('frame' as const) : ('redirect' as const),
}
