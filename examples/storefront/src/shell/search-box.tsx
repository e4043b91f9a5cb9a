import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'
import { texts, useTexts } from '../language/language.ts'
import { SearchIcon } from '../parts/icons.tsx'

const TEXTS = texts({
  fr: { label: 'Rechercher un produit', submit: 'Rechercher' },
  en: { label: 'Search for a product', submit: 'Search' },
})

const PAGE = '/recherche'
/** Short enough to feel like typing, long enough that a word is asked for and not its letters. */
const PAUSE_MS = 180

/** What is typed stands in the address a moment later; the page of what was found reads it there. */
export function SearchBox() {
  const t = useTexts(TEXTS)
  const [path, go] = useLocation()
  const query = useSearch()
  const inAddress = path === PAGE ? (new URLSearchParams(query).get('q') ?? '') : ''
  const [typed, type] = useState(inAddress)
  const pause = useRef<ReturnType<typeof setTimeout>>()
  const field = useRef<HTMLInputElement>(null)

  // The way back changes the address under the field; while somebody types, the field is ahead of it.
  useEffect(() => {
    if (document.activeElement !== field.current) type(inAddress)
  }, [inAddress])

  // Who goes elsewhere before the pause is over stays there.
  useEffect(() => () => clearTimeout(pause.current), [path])

  function search(words: string) {
    clearTimeout(pause.current)
    const query = new URLSearchParams(words.trim() === '' ? {} : { q: words.trim() })
    // The words that one types on the way make one step of the history, not one each.
    go(`${PAGE}?${query}`, { replace: path === PAGE })
  }

  return (
    <search class="search">
      <form
        onSubmit={event => {
          event.preventDefault()
          search(typed)
          // The keyboard of a telephone covers what was found.
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
