import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'
import { defineTexts, useTexts } from '../language/language.ts'
import { SearchIcon } from '../parts/icons.tsx'

const TEXTS = defineTexts({
  fr: { label: 'Rechercher un produit', submit: 'Rechercher' },
  en: { label: 'Search for a product', submit: 'Search' },
})

const PAGE = '/recherche'
/** Debounce: short enough to feel immediate, long enough to search for words instead of letters. */
const PAUSE_MS = 180

/** The typed text is copied to the query string after a pause; the search page reads it there. */
export function SearchBox() {
  const t = useTexts(TEXTS)
  const [path, go] = useLocation()
  const query = useSearch()
  const inAddress = path === PAGE ? (new URLSearchParams(query).get('q') ?? '') : ''
  const [typed, type] = useState(inAddress)
  const pause = useRef<ReturnType<typeof setTimeout>>()
  const field = useRef<HTMLInputElement>(null)

  // Going back changes the query string, and the field follows; while the field has the focus, it is ahead of the query
  // string.
  useEffect(() => {
    if (document.activeElement !== field.current) type(inAddress)
  }, [inAddress])

  // Navigating elsewhere during the pause cancels the search.
  useEffect(() => () => clearTimeout(pause.current), [path])

  function search(words: string) {
    clearTimeout(pause.current)
    const query = new URLSearchParams(words.trim() === '' ? {} : { q: words.trim() })
    // The intermediate searches of one input share a history entry.
    go(`${PAGE}?${query}`, { replace: path === PAGE })
  }

  return (
    <search class="search">
      <form
        onSubmit={event => {
          event.preventDefault()
          search(typed)
          // The keyboard of a phone covers the results.
          field.current?.blur()
        }}
      >
        <input
          ref={field}
          type="search"
          name="q"
          autocomplete="off"
          enterkeyhint="search"
          maxLength={200}
          placeholder={t.label}
          aria-label={t.label}
          value={typed}
          onInput={({ currentTarget: { value } }) => {
            type(value)
            clearTimeout(pause.current)
            if (value.trim() !== '' || path === PAGE)
              pause.current = setTimeout(() => search(value), PAUSE_MS)
          }}
        />
        <button type="submit" aria-label={t.submit}>
          <SearchIcon />
        </button>
      </form>
    </search>
  )
}
