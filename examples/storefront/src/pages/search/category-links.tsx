import { Link } from 'wouter-preact'
import { addressOfCategory, type Category } from '../../api/categories.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

type Props = {
  categories: readonly Category[]
  /** Whether the search names them; otherwise they are the subcategories of the shown one. */
  isNamed: boolean
}

/** Links to categories above the products. */
export function CategoryLinks({ categories, isNamed }: Props) {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  if (categories.length === 0) return null
  return (
    <ul class="category-links" aria-label={isNamed ? t.matching : t.within}>
      {categories.map(({ nom, chemin, nombre }) => (
        <li key={chemin}>
          <Link href={addressOfCategory(chemin)}>
            {`${isNamed ? t.department(nom) : nom} (${count(nombre)})`}
          </Link>
        </li>
      ))}
    </ul>
  )
}
