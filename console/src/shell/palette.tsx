import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, type SpotlightStore as Store } from '@mantine/spotlight'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { isUnavailable } from '../api/client.ts'
import { useLanguage, useTexts } from '../language/language.tsx'
import { GROUPS } from '../pages/groups.ts'
import { type Entry, PAGES, PAGES_PER_STORE } from '../pages/index.ts'
import { IconLock } from '../parts/icons.tsx'
import { useOwnPages } from './pages.tsx'
import { type Found, type Kind, useRecordSearch } from './palette-search.ts'
import { useRightNames } from './rights.ts'
import { useMay } from './session.tsx'
import { shellTexts } from './texts.ts'

const LIST = 'palette-list'
const WAIT_MS = 200
const MENU = GROUPS.flatMap(({ pages }) => pages)
/** The text without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Selects the first line again when other lines are shown, unless the user has moved on, and announces the selected one:
 * the library selects in the document and renders nothing. It is a part of the dialog, whose lines exist once it does.
 */
function Selection({
  shown,
  hasMoved,
  store,
}: {
  shown: string
  hasMoved: { current: boolean }
  store: Store
}) {
  const texts = useTexts(shellTexts)
  const [label, setLabel] = useState('')
  useEffect(() => {
    void shown
    const actions = [...document.querySelectorAll(`#${LIST} [data-action]`)]
    const at = hasMoved.current ? actions.findIndex(action => action.hasAttribute('data-selected')) : 0
    for (const action of actions) action.removeAttribute('data-selected')
    const chosen = actions.length === 0 ? -1 : Math.max(at, 0)
    actions[chosen]?.setAttribute('data-selected', 'true')
    store.updateState(state => ({ ...state, selected: chosen }))
  }, [shown, hasMoved, store])
  useEffect(() => {
    const list = document.getElementById(LIST)
    if (!list) return
    const read = () => setLabel(list.querySelector('[data-selected]')?.textContent ?? '')
    const observer = new MutationObserver(read)
    observer.observe(list, { subtree: true, childList: true, attributeFilter: ['data-selected'] })
    read()
    return () => observer.disconnect()
  }, [])
  return (
    <span role="status" className="for-readers">
      {label && texts.findChosen(label)}
    </span>
  )
}

/** The command palette, which finds pages and records by keyboard. It is mounted while it is open. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const texts = useTexts(shellTexts)
  const { language } = useLanguage()
  const [, navigate] = useLocation()
  const own = useOwnPages()
  const may = useMay()
  const nameRights = useRightNames()
  const [[store, { open }]] = useState(createSpotlight)
  const [query, setQuery] = useState('')
  const hasMoved = useRef(false)
  const [search] = useDebouncedValue(query.trim(), WAIT_MS)
  const kinds = useRecordSearch(search)
  useEffect(open, [open])

  const pages = MENU.flatMap(([path, Icon]) => {
    const page = PAGES.find(page => page.path === path)
    const isOwn = own.some(own => own.path === path)
    if (!page || !plain(page.title[language]).includes(plain(query.trim())) || !(isOwn || query.trim()))
      return []
    return [
      {
        path,
        label: page.title[language],
        hint: isOwn ? '' : missingOf(page),
        Icon: isOwn ? Icon : IconLock,
      },
    ]
  })
  const iconOf = (path: string) => MENU.find(([at]) => at === path)?.[1] ?? IconLock
  const records = kinds.map(kind => ({ ...kind, rows: (query.trim() && kind.found.data) || [] }))
  const shown: Found[] = [...pages, ...records.flatMap(({ rows }) => rows)]
  const addresses = shown.map(({ path }) => path).join()

  const isSearching = query.trim() !== search || kinds.some(({ found }) => found.isFetching)
  const notes = search === '' ? [] : kinds.filter(({ isAllowed, found }) => !isAllowed || found.isError)
  const action = ({ path, label, hint }: Found, Icon: (typeof MENU)[number][1]) => (
    <Spotlight.Action
      key={path}
      label={label}
      description={hint}
      leftSection={<Icon size={18} stroke={1.7} />}
      onClick={() => navigate(path)}
    />
  )
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={text => {
        hasMoved.current = false
        setQuery(text)
      }}
      shortcut={null}
      transitionProps={{ duration: 0, onExited: onClose }}
      overlayProps={{ backgroundOpacity: 0.35 }}
      attributes={{ content: { 'aria-label': texts.find } }}
      yOffset="10dvh"
      scrollable
      maxHeight="70dvh"
    >
      <Spotlight.Search
        aria-label={texts.findHint}
        placeholder={texts.findHint}
        aria-controls={LIST}
        onKeyDown={({ key }) => {
          if (key.startsWith('Arrow')) hasMoved.current = true
        }}
      />
      <Spotlight.ActionsList id={LIST}>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={texts.findPages}>
            {pages.map(({ Icon, ...page }) => action(page, Icon))}
          </Spotlight.ActionsGroup>
        )}
        {records.map(
          ({ path, rows }) =>
            rows.length > 0 && (
              <Spotlight.ActionsGroup key={path} label={titleOf(path)}>
                {rows.map(row => action(row, iconOf(path)))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {shown.length === 0 && (
          <Spotlight.Empty>{isSearching ? texts.findSearching : texts.findNothing}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
      <Selection shown={addresses} hasMoved={hasMoved} store={store} />
      {notes.length > 0 && (
        <Spotlight.Footer>
          {notes.map(kind => (
            <div key={kind.path} className="palette-note">
              {titleOf(kind.path)} : {noteOf(kind)}
            </div>
          ))}
        </Spotlight.Footer>
      )}
    </Spotlight.Root>
  )

  function titleOf(path: string) {
    return PAGES.find(page => page.path === path)?.title[language] ?? ''
  }

  /** Describes why a page is closed to the user. */
  function missingOf({ rights, path }: Entry) {
    if (may(...rights) && !PAGES_PER_STORE.includes(path)) return texts.findLimited
    const names = rights.map(right => nameRights([right]))
    return texts.findLocked(new Intl.ListFormat(language, { type: 'disjunction' }).format(names))
  }

  function noteOf({ path, isAllowed, found }: Kind) {
    const page = PAGES.find(page => page.path === path)
    if (!isAllowed) return page && missingOf(page)
    return isUnavailable(found.error) ? texts.findUnavailable : texts.findFailed
  }
}
