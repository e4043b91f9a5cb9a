import { Link } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { CardPlaceholders, ProductCard } from '../../parts/product-card.tsx'
import { TEXTS } from './texts.ts'

const COUNT = 8
/** Number of products that a phone shows without scrolling. */
const AT_FIRST = 2

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
      {data ? (
        <div class="cards">
          {data.data.map((product, place) => (
            <ProductCard key={product.id} product={product} isFirst={place < AT_FIRST} />
          ))}
        </div>
      ) : (
        <CardPlaceholders count={COUNT} />
      )}
    </section>
  )
}
