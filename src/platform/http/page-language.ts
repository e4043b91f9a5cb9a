import type { FastifyRequest } from 'fastify'
import { languageOf } from './accept.ts'
import { LANGUAGES, type Language } from './pages.ts'

/** The languages of requests about a record, so that a page about an error has the language of the record too. */
const languagesOfRequests = new WeakMap<object, Language>()

/** Selects the language of the pages that answer a request, also of those about an error. */
export const selectLanguage = (request: object, language: Language) =>
  languagesOfRequests.set(request, language)

/**
 * Returns the language of the pages that answer a request: the selected one, else that of its parameter `langue`, else
 * the browser's preferred one.
 */
export function pageLanguageOf(request: FastifyRequest): Language {
  const { langue } = (request.query ?? {}) as { langue?: unknown }
  return (
    languagesOfRequests.get(request) ??
    LANGUAGES.find(language => language === langue) ??
    languageOf(request.headers['accept-language'], LANGUAGES)
  )
}
