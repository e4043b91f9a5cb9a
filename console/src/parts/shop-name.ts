/** The name of the shop when the page was loaded. */
export const SHOP_NAME =
  document.querySelector('meta[name="comptoir-shop"]')?.getAttribute('content') || 'Comptoir'

/** The page of the shop to which a customer returns from a payment. */
export const RETURN_ADDRESS =
  document.querySelector('meta[name="comptoir-return"]')?.getAttribute('content') || '/'
