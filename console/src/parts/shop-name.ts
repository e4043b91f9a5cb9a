/** The name of the shop when the page was loaded. */
export const SHOP_NAME =
  document.querySelector('meta[name="comptoir-shop"]')?.getAttribute('content') || 'Comptoir'
