import { Link } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { ProductCards } from '../../parts/product-cards.tsx'
import { TEXTS } from './texts.ts'

/** Two rows of a wide window. */
const COUNT = 10

export function Newest() {
  const t = useTexts(TEXTS)
  const { data, error, again } = useAnswer('newest', signal =>
    answerOf(api.GET('/api/products', { params: { query: { limit: COUNT, sort: 'nouveaute' } }, signal })),
  )
  return (
    <section class="section" aria-labelledby="nouveautes">
      <div class="section-head">
        <h2 id="nouveautes">{t.newest}</h2>
        <Link class="link" href="/recherche">
          {t.more}
        </Link>
      </div>
      <LoadError error={error} again={again} />
      <ProductCards products={data?.data} places={COUNT} />
    </section>
  )
}
