import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { answerOf, api, type Shapes } from './client.ts'
import { useAnswer } from './use-answer.ts'

export type Category = Shapes['NoeudCategorie']

/** Undefined until the tree is loaded for the first time, or fails to load. */
const tree = signal<readonly Category[] | undefined>(undefined)
const NONE: readonly Category[] = []

/** Loads the category tree for all components; the header calls it. */
export function useLoadedCategories() {
  const { data, error } = useAnswer('categories', signal =>
    answerOf(api.GET('/api/v1/publique/catalogue/categories', { signal })),
  )
  useEffect(() => {
    if (data) tree.value = data
    else if (error) tree.value ??= NONE
  }, [data, error])
}

/** The categories with products, each before its subcategories; empty until they are loaded. */
export const useCategories = () => tree.value ?? NONE

/** Whether the categories are still being loaded, so that what will be above other content is not known. */
export const useAreCategoriesAwaited = () => tree.value === undefined

export const addressOfCategory = (chemin: string) => `/recherche?famille=${encodeURIComponent(chemin)}`

/** The category with a path or, for other addresses, a name. */
export const findCategory = (categories: readonly Category[], famille: string) =>
  categories.find(({ chemin }) => chemin === famille) ?? categories.find(({ nom }) => nom === famille)

const BETWEEN = ' > '

export const isBelow = (chemin: string, parent: string) => chemin.startsWith(parent + BETWEEN)

/** The category and those above it, from the first level on. */
export const pathTo = (chemin: string) =>
  chemin
    .split(BETWEEN)
    .map((nom, depth, levels) => ({ nom, chemin: levels.slice(0, depth + 1).join(BETWEEN) }))

/** The top-level categories, those with the most products first. */
export const departmentsOf = (categories: readonly Category[]) =>
  categories.filter(({ parent }) => parent === null).sort((one, other) => other.nombre - one.nombre)

/** Words without case, accents and plural endings. */
const plain = (text: string) =>
  (
    text
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
    .map(word => word.replace(/(?<=..)[sx]$/, ''))
    .join(' ')

const MOST_NAMED = 3
const SHORTEST = 3

/**
 * The categories that a search names: it begins a part of their name, as in `écouteurs` for `Casques et écouteurs`, or
 * contains all words of one.
 */
export function categoriesNamed(categories: readonly Category[], search: string): Category[] {
  const typed = plain(search)
  if (typed.length < SHORTEST) return []
  const isNamed = (part: string) =>
    part !== '' && (part.startsWith(typed) || part.split(' ').every(word => typed.split(' ').includes(word)))
  return categories
    .filter(({ nom }) => nom.split(/\s(?:et|and)\s|[,&/]/).some(part => isNamed(plain(part))))
    .sort((one, other) => other.nombre - one.nombre)
    .slice(0, MOST_NAMED)
}
