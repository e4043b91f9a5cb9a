import { useRef, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import {
  addressOfCategory,
  type Category,
  departmentsOf,
  isBelow,
  useCategories,
  useLoadedCategories,
} from '../api/categories.ts'
import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { CloseIcon, MenuIcon } from '../parts/icons.tsx'

const TEXTS = defineTexts({
  fr: {
    menu: 'Rayons',
    close: 'Fermer les rayons',
    all: 'Tous les produits',
    whole: (name: string) => `Tout le rayon ${name}`,
  },
  en: {
    menu: 'Departments',
    close: 'Close the departments',
    all: 'All products',
    whole: (name: string) => `All of ${name}`,
  },
})

/** Number of departments beside the button in a wide window. */
const MOST_BESIDE = 6

/** The departments: a drawer with all of them and, in a wide window, links to the largest. */
export function CategoryMenu() {
  const t = useTexts(TEXTS)
  useLoadedCategories()
  const categories = useCategories()
  const departments = departmentsOf(categories)
  const drawer = useRef<HTMLDialogElement>(null)
  const close = () => drawer.current?.close()
  return (
    <nav class="departments" aria-label={t.menu}>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
        <MenuIcon />
        <span class="wide">{t.menu}</span>
      </button>
      <ul>
        {departments.slice(0, MOST_BESIDE).map(({ nom, chemin }) => (
          <li key={chemin}>
            <Link class="top-link" href={addressOfCategory(chemin)}>
              {nom}
            </Link>
          </li>
        ))}
      </ul>
      <dialog ref={drawer} class="drawer" aria-label={t.menu} closedby="any">
        <div class="drawer-body">
          <div class="section-head">
            <h2>{t.menu}</h2>
            <button type="button" class="plain" aria-label={t.close} onClick={close}>
              <CloseIcon />
            </button>
          </div>
          <ul>
            {departments.map(department => (
              <Department
                key={department.chemin}
                department={department}
                categories={categories}
                close={close}
              />
            ))}
            <li>
              <Link href="/recherche" onClick={close}>
                {t.all}
              </Link>
            </li>
          </ul>
        </div>
      </dialog>
    </nav>
  )
}

type Props = {
  department: Category
  categories: readonly Category[]
  /** Closes the drawer. */
  close: () => void
}

/** A department of the drawer; one with subcategories opens to show them. */
function Department({ department, categories, close }: Props) {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  const [isOpen, open] = useState(false)
  const { nom, chemin, nombre } = department
  const within = categories.filter(category => isBelow(category.chemin, chemin))
  if (within.length === 0)
    return (
      <li>
        <CategoryLink category={department} close={close} />
      </li>
    )
  return (
    <li>
      <button type="button" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        <span>{nom}</span>
        <span class="soft small">{count(nombre)}</span>
      </button>
      {isOpen && (
        <ul>
          <li>
            <Link href={addressOfCategory(chemin)} onClick={close}>
              {t.whole(nom)}
            </Link>
          </li>
          {within.map(category => (
            <li key={category.chemin} style={{ paddingLeft: `${category.niveau - 2}rem` }}>
              <CategoryLink category={category} close={close} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function CategoryLink({ category, close }: { category: Category; close: () => void }) {
  const { count } = useFormats()
  return (
    <Link href={addressOfCategory(category.chemin)} onClick={close}>
      <span>{category.nom}</span>
      <span class="soft small">{count(category.nombre)}</span>
    </Link>
  )
}
