import { Link } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

const MOST = 8

/** The top-level categories with the most products. */
export function Categories() {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  const { data = [] } = useAnswer('categories', signal =>
    answerOf(api.GET('/api/v1/publique/catalogue/categories', { signal })),
  )
  const departments = data
    .filter(({ parent, nombre }) => parent === null && nombre > 0)
    .sort((one, other) => other.nombre - one.nombre)
    .slice(0, MOST)
  return (
    <section class="section" aria-labelledby="rayons">
      <h2 id="rayons">{t.categories}</h2>
      <ul class="tiles">
        {departments.map(({ nom, chemin, nombre }) => (
          <li key={chemin}>
            <Link class="tile" href={`/recherche?famille=${encodeURIComponent(chemin)}`}>
              {nom}
              <span>{nombre === 1 ? t.one : t.count(count(nombre))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
