import { Link } from 'wouter-preact'
import { useTexts } from '../../language/language.ts'
import { Page } from '../../parts/page.tsx'
import { Categories } from './categories.tsx'
import { Newest } from './newest.tsx'
import { Offers } from './offers.tsx'
import { TEXTS } from './texts.ts'

export function Home() {
  const t = useTexts(TEXTS)
  return (
    <Page title={t.title} class="home">
      <div class="home-lead">
        <p>{t.lead}</p>
        <Link class="button" href="/recherche">
          {t.browse}
        </Link>
      </div>
      <Categories />
      <Newest />
      <Offers />
    </Page>
  )
}
