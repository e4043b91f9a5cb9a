import { Link } from 'wouter-preact'
import type { Shapes } from '../../api/client.ts'
import { config } from '../../config.ts'
import { useTexts } from '../../language/language.ts'
import { tokenOf } from '../../state/orders.ts'
import { session } from '../../state/session.ts'
import { TEXTS } from './texts.ts'

/** The link to the invoice of a paid order. A guest needs the mailed link for it. */
export function Documents({ order: { ordreId, paiement } }: { order: Shapes['Commande'] }) {
  const t = useTexts(TEXTS)
  if (paiement.payeCents === 0) return null
  const token = tokenOf(ordreId)
  if (token) {
    const path = `/api/v1/publique/commandes/${encodeURIComponent(ordreId)}/facture`
    const address = `${config.api.replace(/\/+$/, '')}${path}?jeton=${encodeURIComponent(token)}`
    return (
      <a class="link" href={address}>
        {t.invoice}
      </a>
    )
  }
  return session.value ? (
    <Link class="link" href={`/compte/factures/${ordreId}`}>
      {t.invoice}
    </Link>
  ) : (
    <Link class="link" href={`/suivre?ordre=${encodeURIComponent(ordreId)}`}>
      {t.linkByMail}
    </Link>
  )
}
