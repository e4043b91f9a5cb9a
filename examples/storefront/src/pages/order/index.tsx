import { Link, useParams } from 'wouter-preact'
import { isMissing } from '../../api/client.ts'
import { useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { Reorder } from '../../parts/reorder.tsx'
import { Withdrawal } from '../../parts/withdrawal.tsx'
import { NotFound } from '../not-found.tsx'
import { Cancel } from './cancel.tsx'
import { Documents } from './documents.tsx'
import { Facts } from './facts.tsx'
import { PaymentState } from './payment-state.tsx'
import { Progress } from './progress.tsx'
import { TEXTS } from './texts.ts'
import { useMailedLink } from './use-mailed-link.ts'
import { useOrder } from './use-order.ts'
import { Withdrawals } from './withdrawals.tsx'

/** An order, from its payment to its delivery. */
export default function Order() {
  const t = useTexts(TEXTS)
  const { ordreId = '' } = useParams()
  const { data, error, again } = useOrder(ordreId)
  useMailedLink(data?.order)
  if (isMissing(error)) return <NotFound />
  if (!data)
    return error ? (
      <Page title={t.title}>
        <LoadError error={error} again={again} />
      </Page>
    ) : (
      <Loading />
    )
  const { order, past } = data
  const isMoving = order.statut !== 'ANNULEE'
  const isPaid = order.paiement.statut === 'paye'
  return (
    <Page title={t.title}>
      <PaymentState order={order} past={past} />
      <LoadError error={error} again={again} />
      <div class="two">
        {isMoving && isPaid && <Progress order={order} past={past} />}
        <Facts order={order} />
      </div>
      <div class="row">
        <Link class="button quiet" href="/">
          {t.shop}
        </Link>
        <Documents order={order} />
        <Reorder order={order} />
        {order.statut === 'EN_ATTENTE' && order.paiement.statut !== 'en_attente' && (
          <Cancel order={order} done={again} />
        )}
      </div>
      {order.retractations && (
        <section class="box" aria-labelledby="retractations">
          <h2 id="retractations">{t.withdrawals}</h2>
          <Withdrawals order={order} />
        </section>
      )}
      {isMoving && isPaid && (
        <section class="box" aria-labelledby="retours">
          <h2 id="retours">{t.returns}</h2>
          <p>{t.returnsHow}</p>
          <p class="row">
            <Withdrawal ordreId={ordreId} />
            <Link class="link" href="/informations/contact">
              {t.contact}
            </Link>
          </p>
        </section>
      )}
    </Page>
  )
}
