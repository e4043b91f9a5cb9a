import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { defineTexts, useTexts } from '../language/language.ts'
import { Page } from '../parts/page.tsx'

const TEXTS = defineTexts({
  fr: {
    title: 'Cette page ne s’affiche pas',
    why: 'La connexion est peut-être coupée, ou la boutique vient de changer.',
    reload: 'Recharger la page',
  },
  en: {
    title: 'This page cannot be shown',
    why: 'You may be offline, or the shop has just been updated.',
    reload: 'Reload the page',
  },
})

/** If a page fails, the rest of the shop remains, and navigating to another page clears the error. */
export function Boundary({ children }: { children: ComponentChildren }) {
  const [fault, forget] = useErrorBoundary(error => console.error(error))
  const [path] = useLocation()
  const t = useTexts(TEXTS)
  useEffect(() => forget(), [path])
  if (!fault) return <>{children}</>
  return (
    <Page title={t.title}>
      <p>{t.why}</p>
      <button type="button" class="button" onClick={() => window.location.reload()}>
        {t.reload}
      </button>
    </Page>
  )
}
