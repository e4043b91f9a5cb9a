import { useEffect } from 'preact/hooks'
import { Link } from 'wouter-preact'
import {
  categoriesNamed,
  findCategory,
  useAreCategoriesAwaited,
  useCategories,
} from '../../api/categories.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { Breadcrumbs } from '../../parts/breadcrumbs.tsx'
import { LoadError } from '../../parts/errors.tsx'
import { Page } from '../../parts/page.tsx'
import { ProductCards } from '../../parts/product-cards.tsx'
import { CategoryLinks } from './category-links.tsx'
import { Filters } from './filters.tsx'
import { Pager } from './pager.tsx'
import { addressOf, SORTS, useSearchState } from './search-state.ts'
import { TEXTS } from './texts.ts'
import { type SearchResults, useSearchResults } from './use-search-results.ts'

const PLACES = 8
const UNFILTERED = {
  ...{ famille: undefined, marque: undefined, prixMin: undefined, prixMax: undefined },
  ...{ stock: false, page: 1 },
}

function useCount() {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  return ({ pagination: { total, totalMinimum } }: SearchResults) => {
    if (totalMinimum) return t.foundMany(count(total))
    if (total === 0) return t.foundNone
    return total === 1 ? t.foundOne : t.found(count(total))
  }
}

/** All products, or the results of a search. */
export default function Search() {
  const t = useTexts(TEXTS)
  const say = useCount()
  const { state, change, with: addressWith } = useSearchState()
  const { data, error, isLoading, again } = useSearchResults(state)
  const { q, famille, page } = state
  const isFiltered = addressOf({ ...state, page: 1 }) !== addressOf({ ...state, ...UNFILTERED })
  const categories = useCategories()
  // The links to categories are above the products, which would move if they were shown first.
  const areLinksAwaited = useAreCategoriesAwaited()
  const category = famille === undefined ? undefined : findCategory(categories, famille)
  const title = q ? t.for(q) : (category?.nom ?? famille ?? t.all)
  const isClose = data !== undefined && 'approchee' in data && data.approchee === true

  useEffect(() => {
    // Another page of results only changes the query, so `useScroll` does not scroll to the top.
    if (page > 1) window.scrollTo(0, 0)
  }, [page])

  return (
    <Page
      title={title}
      class="with-filters"
      above={category && <Breadcrumbs chemin={category.chemin} isPage={!q} />}
    >
      <Filters facets={data?.facettes} state={state} change={change} />
      <div class="section">
        <div class="row spread">
          <p role="status" aria-live="polite">
            {data && !isLoading ? say(data) : '\u00a0'}
          </p>
          <label class="sort">
            <span>{t.sort}</span>
            <select
              value={state.tri ?? (q ? 'pertinence' : 'nouveaute')}
              onChange={({ currentTarget: { value } }) => change({ tri: SORTS.find(sort => sort === value) })}
            >
              {SORTS.filter(sort => q || sort !== 'pertinence').map(sort => (
                <option key={sort} value={sort}>
                  {t[sort]}
                </option>
              ))}
            </select>
          </label>
        </div>
        <LoadError error={error} again={again} />
        <CategoryLinks
          categories={
            q
              ? categoriesNamed(categories, q).filter(({ chemin }) => chemin !== category?.chemin)
              : categories.filter(({ parent }) => category && parent === category.chemin)
          }
          isNamed={Boolean(q)}
        />
        {isClose && <p class="notice">{t.close}</p>}
        {data?.data.length === 0 && (
          <div class="notice">
            <p>{isFiltered ? t.none : t.noneAtAll}</p>
            <Link class="button quiet" href={isFiltered ? addressWith(UNFILTERED) : '/recherche'}>
              {isFiltered ? t.clear : t.all}
            </Link>
          </div>
        )}
        <ProductCards
          products={areLinksAwaited ? undefined : data?.data}
          places={PLACES}
          isBusy={isLoading}
        />
        {data && (
          <Pager
            page={page}
            pages={data.pagination.totalPages}
            addressOf={number => addressWith({ page: number })}
          />
        )}
      </div>
    </Page>
  )
}
