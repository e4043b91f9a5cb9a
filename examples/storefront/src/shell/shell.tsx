import type { ComponentChildren } from 'preact'
import { defineTexts, useTexts } from '../language/language.ts'
import { Announcer } from './announcer.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Offline } from './offline.tsx'
import { useScroll } from './use-scroll.ts'

const TEXTS = defineTexts({ fr: { skip: 'Aller au contenu' }, en: { skip: 'Skip to the content' } })

export function Shell({ children }: { children: ComponentChildren }) {
  const t = useTexts(TEXTS)
  useScroll()
  return (
    <>
      <a class="skip" href="#contenu">
        {t.skip}
      </a>
      <Header />
      <Offline />
      <main id="contenu" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Announcer />
    </>
  )
}
