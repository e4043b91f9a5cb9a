import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { articlesOf } from '../../parts/ordered-articles.tsx'
import { TEXTS } from './texts.ts'

/** The withdrawals from an order, with their articles and what happens next. */
export function Withdrawals({ order }: { order: Shapes['Commande'] }) {
  const t = useTexts(TEXTS)
  const { moment } = useFormats()
  const isUnsent = order.statut === 'EN_ATTENTE' || order.statut === 'EN_PREPARATION'
  const names = new Map(articlesOf(order).map(({ id, name }) => [String(id), name]))
  return (
    <ul class="withdrawals">
      {order.retractations?.map(({ statut, recuLe, unites }) => (
        <li key={recuLe}>
          <p>
            <strong>{t[`withdrawal_${statut}`]}</strong> · {t.withdrawn(moment(recuLe))}
          </p>
          <p class="soft">
            {unites
              .map(({ articleId, quantite }) => `${quantite} × ${names.get(articleId) ?? articleId}`)
              .join(', ')}
          </p>
          <p>{statut === 'acceptee' && isUnsent ? t.next_unsent : t[`next_${statut}`]}</p>
        </li>
      ))}
    </ul>
  )
}
