import { useLocalStorage } from '@mantine/hooks'
import { Fragment, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useLanguage, useTexts } from '../language/language.tsx'
import { IconChevronDown } from '../parts/icons.tsx'
import { useOwnGroups } from './pages.tsx'
import { shellTexts } from './texts.ts'

/**
 * The menu: groups of the pages that the user's rights include. The closed groups are remembered. On a phone, the menu
 * is a drawer: `isOpen` shows it, Escape or a touch beside it closes it.
 */
export function Navigation({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const texts = useTexts(shellTexts)
  const { language } = useLanguage()
  const [location] = useLocation()
  const groups = useOwnGroups()
  const [closed, setClosed] = useLocalStorage<string[]>({
    ...{ key: 'console-closed-groups', defaultValue: [], getInitialValueInEffect: false },
  })
  const menu = useRef<HTMLElement>(null)
  const isHere = (path: string) => location === path || location.startsWith(`${path}/`)
  const toggle = (key: string) =>
    setClosed(closed.includes(key) ? closed.filter(one => one !== key) : [...closed, key])

  useEffect(() => {
    if (!isOpen) return
    menu.current?.querySelector<HTMLElement>('[data-active], button')?.focus()
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onClose()
    window.addEventListener('keydown', onKey)
    // Beside a wide page the menu is no drawer, so the page must not stay inert.
    const wide = window.matchMedia('(min-width: 48.01em)')
    wide.addEventListener('change', onClose)
    return () => {
      window.removeEventListener('keydown', onKey)
      wide.removeEventListener('change', onClose)
    }
  }, [isOpen, onClose])

  return (
    <>
      {isOpen && <div className="behind-menu" onClick={onClose} aria-hidden />}
      <nav id="menu" aria-label={texts.menu} data-open={isOpen || undefined} ref={menu}>
        {groups.map(({ key, Icon, title, pages }) => {
          const isClosed = closed.includes(key)
          return (
            <Fragment key={key}>
              <button
                type="button"
                className="group"
                aria-expanded={!isClosed}
                aria-controls={`menu-${key}`}
                data-active={(isClosed && pages.some(({ path }) => isHere(path))) || undefined}
                onClick={() => toggle(key)}
              >
                <Icon size={16} />
                <span>{title[language]}</span>
                <IconChevronDown size={14} className="chevron" />
              </button>
              <div id={`menu-${key}`} hidden={isClosed}>
                {pages.map(({ path, title, Icon }) => (
                  <Link
                    key={path}
                    href={path}
                    data-active={isHere(path) || undefined}
                    aria-current={isHere(path) ? (location === path ? 'page' : 'true') : undefined}
                    onClick={onClose}
                  >
                    <Icon size={18} stroke={1.7} />
                    {title[language]}
                  </Link>
                ))}
              </div>
            </Fragment>
          )
        })}
      </nav>
    </>
  )
}
