import { Link } from 'wouter-preact'
import { addressOfCategory, pathTo } from '../api/categories.ts'
import { defineTexts, useTexts } from '../language/language.ts'

const TEXTS = defineTexts({
  fr: { label: 'Fil d’Ariane', home: 'Accueil' },
  en: { label: 'Breadcrumb', home: 'Home' },
})

type Props = {
  /** The path of a category from the first level on. */
  chemin: string
  /** Whether the last category is the page itself. */
  isPage?: boolean
}

/** The way from the home page to a category. */
export function Breadcrumbs({ chemin, isPage = false }: Props) {
  const t = useTexts(TEXTS)
  const levels = chemin ? pathTo(chemin) : []
  return (
    <nav class="crumbs" aria-label={t.label}>
      <ol>
        <li>
          <Link href="/">{t.home}</Link>
        </li>
        {levels.map(({ nom, chemin: path }, depth) => (
          <li key={path}>
            {isPage && depth === levels.length - 1 ? (
              <span aria-current="page">{nom}</span>
            ) : (
              <Link href={addressOfCategory(path)}>{nom}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
