import { effect } from '@preact/signals'
import { createStored } from '../state/stored.ts'

export type Language = 'fr' | 'en'

type Text = string | ((...values: never[]) => string)
type Like<T> = { [Key in keyof T]: T[Key] extends string ? string : T[Key] }

/** The texts of a page in both languages: a text missing in one of them is a type error. */
export const defineTexts = <T extends Record<string, Text>>(both: { fr: T; en: Like<NoInfer<T>> }) => both

const known = (tag: unknown) => (['fr', 'en'] as const).find(each => String(tag).split('-')[0] === each)

const preferred = navigator.languages.map(known).find(Boolean) ?? 'fr'

/** The language that the shopper chose, else the first of the browser's that the shop has. */
export const language = createStored<Language>('language', preferred, kept => known(kept) ?? preferred)

effect(() => {
  document.documentElement.lang = language.value
})

/** Reads a signal, so the component renders again when the language changes. */
export function useTexts<T>({ fr, en }: { fr: T; en: Like<T> }): T | Like<T> {
  return language.value === 'fr' ? fr : en
}
