import { Link, useParams } from 'wouter-preact'
import { answerOf, api, ComptoirError, isMissing } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useFormats } from '../../language/formats.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { requireCustomer } from '../require-customer.tsx'
import { Sheet } from './sheet.tsx'

const TEXTS = defineTexts({
  fr: {
    title: 'Facture',
    absent:
      'La facture de cette commande n’est pas encore établie. Elle vous sera aussi annoncée par e-mail.',
    back: 'Mon compte',
    print: 'Imprimer',
  },
  en: {
    title: 'Invoice',
    absent: 'The invoice of this order has not been issued yet. You will also receive an e-mail.',
    back: 'My account',
    print: 'Print',
  },
})

const isAbsent = (error: unknown) =>
  isMissing(error) || (error instanceof ComptoirError && error.code === 'facture-absente')

/** The invoice of an order as issued: in French, regardless of the shop's language. */
export default requireCustomer(function Invoice({ customer }) {
  const t = useTexts(TEXTS)
  const { day } = useFormats()
  const { ordreId = '' } = useParams()
  const { data, error, again } = useAnswer(`invoice ${customer.userId} ${ordreId}`, async signal => {
    const answer = await answerOf(
      api.GET('/api/v1/publique/commandes/{ordreId}/facture', {
        signal,
        params: { path: { ordreId } },
        headers: { accept: 'application/json' },
      }),
    )
    // The same address serves an HTML page to a browser that navigates to it; this call needs the JSON.
    if (typeof answer === 'string') throw new Error('The invoice came as a page')
    return answer
  })
  return (
    <Page
      title={data ? `${t.title} ${data.numero}` : t.title}
      aside={data && <p class="soft">{day(data.emiseLe)}</p>}
    >
      {data && <Sheet invoice={data} />}
      {!data && !error && <Loading />}
      {isAbsent(error) ? <p class="notice">{t.absent}</p> : <LoadError error={error} again={again} />}
      <p class="row">
        {data && (
          <button type="button" class="button" onClick={() => window.print()}>
            {t.print}
          </button>
        )}
        <Link class="link" href="/compte">
          {t.back}
        </Link>
      </p>
    </Page>
  )
})
