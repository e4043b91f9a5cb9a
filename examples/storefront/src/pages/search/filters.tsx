import { useState } from 'preact/hooks'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { Facet } from './facet.tsx'
import type { SearchState } from './search-state.ts'
import { TEXTS } from './texts.ts'
import type { SearchResults } from './use-search-results.ts'

type Props = {
  facets: SearchResults['facettes']
  state: SearchState
  change: (other: Partial<SearchState>) => void
}

/** The last part of a category path, indented by its depth. */
function levelName(path: string) {
  const levels = path.split(/\s*[>/]\s*/)
  return `${'\u2003'.repeat(levels.length - 1)}${levels.at(-1) ?? path}`
}

/** Sorts a category before its subcategories. */
const inOrder = <Value extends { valeur: string }>(values: Value[]) =>
  values.toSorted((one, other) => one.valeur.localeCompare(other.valeur))

/** Filters of the search results; on a phone they are behind a button. */
export function Filters({ facets, state, change }: Props) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const [isOpen, open] = useState(false)
  const price = state.prixMin === undefined ? '' : `${state.prixMin}-${state.prixMax ?? ''}`
  const set = [state.stock, state.famille, state.marque, price].filter(Boolean).length
  return (
    <div class="filters">
      <button
        type="button"
        class="button quiet full filters-open"
        aria-expanded={isOpen}
        aria-controls="filtres"
        onClick={() => open(!isOpen)}
      >
        {set > 0 ? t.filtersSet(set) : t.filters}
      </button>
      <div id="filtres" class={isOpen ? 'filters-body open' : 'filters-body'}>
        <label class="choice">
          <input
            type="checkbox"
            checked={state.stock}
            onChange={({ currentTarget }) => change({ stock: currentTarget.checked })}
          />
          <span>{t.inStock}</span>
        </label>
        <Facet
          name={t.category}
          any={t.any}
          chosen={state.famille ?? ''}
          values={inOrder(facets?.categories ?? []).map(({ valeur, nombre }) => ({
            ...{ value: valeur, label: levelName(valeur), count: nombre },
          }))}
          choose={value => change({ famille: value || undefined })}
        />
        <Facet
          name={t.brand}
          any={t.anyBrand}
          chosen={state.marque ?? ''}
          values={(facets?.marques ?? []).map(({ valeur, nombre }) => ({
            ...{ value: valeur, label: valeur, count: nombre },
          }))}
          choose={value => change({ marque: value || undefined })}
        />
        <Facet
          name={t.price}
          any={t.any}
          chosen={price}
          values={(facets?.prix ?? []).map(({ minCents, maxCents, nombre }) => ({
            value: `${minCents}-${maxCents}`,
            label: t.from(euros(minCents), euros(maxCents)),
            count: nombre,
          }))}
          choose={value => {
            const [prixMin, prixMax] = value.split('-').map(Number)
            change(value ? { prixMin, prixMax } : { prixMin: undefined, prixMax: undefined })
          }}
        />
      </div>
    </div>
  )
}
