import { useParams } from 'wouter-preact'
import { answerOf, api, isMissing } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { NotFound } from '../not-found.tsx'
import { Buy } from './buy.tsx'
import { Deliveries } from './deliveries.tsx'
import { Gallery } from './gallery.tsx'
import { InStores } from './in-stores.tsx'
import { Related } from './related.tsx'
import { Specs } from './specs.tsx'

export default function Product() {
  const { id = '' } = useParams()
  const isId = /^\d{1,9}$/.test(id)
  const { data, error, isLoading, again } = useAnswer(isId ? `product ${id}` : undefined, signal =>
    answerOf(api.GET('/api/v1/publique/catalogue/{id}', { params: { path: { id: Number(id) } }, signal })),
  )
  if (!isId || isMissing(error)) return <NotFound />
  // Do not show the previous product while the next one loads.
  if (!data || (isLoading && data.id !== Number(id)))
    return error ? <LoadError error={error} again={again} /> : <Loading />
  return (
    <Page key={id} title={data.nom} above={<Breadcrumbs chemin={data.categoriesPath.join(' > ')} />}>
      <div class="product">
        <div class="section">
          <Gallery photos={data.photosUrls} name={data.nom} />
          <Specs product={data} />
        </div>
        <div class="section">
          <Buy product={data} />
          <Deliveries product={data} />
          <InStores {...data} />
        </div>
      </div>
      <Related product={data} />
    </Page>
  )
}
