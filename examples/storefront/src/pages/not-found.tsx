import { Link } from 'wouter-preact'
import { defineTexts, useTexts } from '../language/language.ts'
import { Page } from '../parts/page.tsx'

const TEXTS = defineTexts({
  fr: { title: 'Page introuvable', why: 'Cette adresse ne mène à rien.', home: 'Retour à l’accueil' },
  en: { title: 'Page not found', why: 'There is no page at this address.', home: 'Back to the shop' },
})

export function NotFound() {
  const t = useTexts(TEXTS)
  return (
    <Page title={t.title}>
      <p>{t.why}</p>
      <Link class="button" href="/">
        {t.home}
      </Link>
    </Page>
  )
}
