import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useUnavailable } from '../api/unavailable.ts'
import { useLanguage, useTexts } from '../language/language.tsx'
import { UnavailableBanner } from '../parts/unavailable-banner.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { Pages, useOwnPages } from './pages.tsx'
import { useSession } from './session.tsx'
import { Settings } from './settings.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { shellTexts } from './texts.ts'

/** The header, the menu and the page: plain elements, which an old phone renders at once. */
export function Shell() {
  const texts = useTexts(shellTexts)
  const { language } = useLanguage()
  const { demonstration } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [location] = useLocation()
  const pages = useOwnPages()
  const away = useUnavailable()
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <header>
        <button
          type="button"
          className="menu-button"
          aria-expanded={isOpen}
          aria-controls="menu"
          aria-label={texts.menu}
          onClick={() => setOpen(!isOpen)}
        >
          <span aria-hidden>{isOpen ? '✕' : '☰'}</span>
        </button>
        <Link href="/" className="name">
          Comptoir
        </Link>
        {demonstration && (
          <span className="demonstration" title={texts.demonstrationHint}>
            {texts.demonstration}
          </span>
        )}
        <Settings />
      </header>
      <nav id="menu" aria-label={texts.menu} data-open={isOpen || undefined}>
        {pages.map(({ path, title }) => (
          <Link
            key={path}
            href={path}
            data-active={location === path || location.startsWith(`${path}/`) || undefined}
            aria-current={location === path ? 'page' : undefined}
            onClick={() => setOpen(false)}
          >
            {title[language]}
          </Link>
        ))}
      </nav>
      <main id="content" tabIndex={-1}>
        {away && <UnavailableBanner />}
        <Pages />
      </main>
      <Shortcuts />
      <LeaveQuestion />
    </div>
  )
}
