import { Link } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

const MOST = 8

/** The departments with the most products. */
export function Categories() {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  const { data = [] } = useAnswer('categories', signal =>
    answerOf(api.GET('/api/publique/categories', { signal })),
  )
  // A whole path is listed beside its levels: the first of each is a department.
  const names = new Set(
    data.flatMap(({ nom }) => (nom.includes('>') ? [nom.split('>')[0]?.trim().toLowerCase()] : [])),
  )
  const departments = data
    .filter(({ nom, nombreProduits }) => names.has(nom.toLowerCase()) && nombreProduits > 0)
    .sort((one, other) => other.nombreProduits - one.nombreProduits)
    .slice(0, MOST)
  return (
    <section class="section" aria-labelledby="rayons">
      <h2 id="rayons">{t.categories}</h2>
      <ul class="tiles">
        {departments.map(({ nom, nombreProduits }) => (
          <li key={nom}>
            <Link class="tile" href={`/recherche?famille=${encodeURIComponent(nom)}`}>
              {nom}
              <span>{nombreProduits === 1 ? t.one : t.count(count(nombreProduits))}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
