import { languageOf } from '../../../platform/http/accept.ts'
import { en } from './en.ts'
import { fr, type Words } from './fr.ts'

export type { Words }

const LANGUAGES = { fr, en }

/** In the language that a browser asks for; French where it asks for none of them. */
export const wordsFor = (acceptLanguage: string | undefined): Words =>
  LANGUAGES[languageOf(acceptLanguage, ['fr', 'en'])]

/** The words of the page's script, by the language that the page is in. */
export const scriptWords = { fr: fr.script, en: en.script }
