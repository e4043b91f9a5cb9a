import { Link } from 'wouter-preact'
import {
  addressOfCategory,
  departmentsOf,
  useAreCategoriesAwaited,
  useCategories,
} from '../../api/categories.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

const MOST = 8
/** Number of placeholders while the categories are loaded: one row of a wide window, two of a phone. */
const PLACES = 4

/** The top-level categories with the most products. */
export function Categories() {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  const departments = departmentsOf(useCategories()).slice(0, MOST)
  const isAwaited = useAreCategoriesAwaited()
  if (!isAwaited && departments.length === 0) return null
  return (
    <section class="section" aria-labelledby="rayons">
      <h2 id="rayons">{t.categories}</h2>
      <ul class="tiles">
        {isAwaited &&
          Array.from({ length: PLACES }, (_, place) => <li key={place} class="tile" aria-hidden="true" />)}
        {departments.map(({ nom, chemin, nombre }) => (
          <li key={chemin}>
            <Link class="tile" href={addressOfCategory(chemin)}>
              {nom}
              <span>{nombre === 1 ? t.one : t.count(count(nombre))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
