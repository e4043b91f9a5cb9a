import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useUnavailable } from '../api/unavailable.ts'
import { useTexts } from '../language/language.tsx'
import { IconMenu, IconSearch, IconX } from '../parts/icons.tsx'
import { useShopName } from '../parts/shop-name.ts'
import { UnavailableBanner } from '../parts/unavailable-banner.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import { Navigation } from './navigation.tsx'
import { Pages } from './pages.tsx'
import { useSession } from './session.tsx'
import { Settings } from './settings.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { shellTexts } from './texts.ts'

const Palette = lazy(() => import('./palette.tsx'))

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The header, the menu and the page: plain elements, which an old phone renders at once. */
export function Shell() {
  const texts = useTexts(shellTexts)
  const { demonstration } = useSession()
  const shopName = useShopName()
  const [isOpen, setOpen] = useState(false)
  const menuButton = useRef<HTMLButtonElement>(null)
  const closeMenu = useCallback(() => {
    setOpen(false)
    menuButton.current?.focus()
  }, [])
  const [isFinding, setFinding] = useState(false)
  const stopFinding = useCallback(() => setFinding(false), [])
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
          ref={menuButton}
          aria-expanded={isOpen}
          aria-controls="menu"
          aria-label={texts.menu}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconX size={20} /> : <IconMenu size={20} />}
        </button>
        <Link href="/" className="name">
          {shopName}
        </Link>
        <button
          type="button"
          className="find"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setFinding(true)}
        >
          <IconSearch size={16} />
          <span>{texts.find}</span>
          <kbd>{IS_MAC ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
        {demonstration && (
          <span className="demonstration" title={texts.demonstrationHint}>
            {texts.demonstration}
          </span>
        )}
        <Settings />
      </header>
      <Navigation isOpen={isOpen} onClose={closeMenu} />
      <main id="content" tabIndex={-1} inert={isOpen}>
        {away && <UnavailableBanner />}
        <Pages />
      </main>
      <Shortcuts onFind={() => setFinding(true)} />
      {isFinding && (
        <Suspense>
          <Palette onClose={stopFinding} />
        </Suspense>
      )}
      <LeaveQuestion />
    </div>
  )
}
