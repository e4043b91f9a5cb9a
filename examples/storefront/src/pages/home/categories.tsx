import { Link } from 'wouter-preact'
import { addressOfCategory, departmentsOf, useCategories } from '../../api/categories.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

const MOST = 8

/** The top-level categories with the most products. */
export function Categories() {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  return (
    <section class="section" aria-labelledby="rayons">
      <h2 id="rayons">{t.categories}</h2>
      <ul class="tiles">
        {departmentsOf(useCategories())
          .slice(0, MOST)
          .map(({ nom, chemin, nombre }) => (
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
