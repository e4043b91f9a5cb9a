import { useLocalStorage } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useEffect } from 'react'

export const LANGUAGES = ['fr', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

type Text = string | ((...values: never[]) => string)
type Like<T> = { [Key in keyof T]: T[Key] extends string ? string : T[Key] }

/** The texts of a page in both languages: a text missing in one of them is a type error. */
export const defineTexts = <T extends Record<string, Text>>(both: { fr: T; en: Like<NoInfer<T>> }) => both

const Current = createContext<{ language: Language; change: (language: Language) => void }>({
  language: 'fr',
  change: () => {},
})

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, change] = useLocalStorage<Language>({
    ...{ key: 'console-language', defaultValue: 'fr', getInitialValueInEffect: false },
  })
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return <Current.Provider value={{ language, change }}>{children}</Current.Provider>
}

export const useLanguage = () => useContext(Current)

export function useTexts<T>({ fr, en }: { fr: T; en: Like<T> }): T | Like<T> {
  return useLanguage().language === 'fr' ? fr : en
}
