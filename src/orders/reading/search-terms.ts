import { plain } from '../../platform/text.ts'

/** Shorter texts match whole words only, because too many words begin with them. */
const MIN_PREFIX = 3

const lexeme = (text: string) => `'${text.replaceAll(/['\\]/g, '$&$&')}'`
const beginning = (text: string) => (text.length < MIN_PREFIX ? lexeme(text) : `${lexeme(text)}:*`)

/**
 * Returns the `tsquery` that finds orders by the terms of `orders.termes`: all words of a name, an e-mail address or
 * telephone number or their beginnings, the first or last characters of the id, or one of these articles.
 */
export function searchTerms(text: string, articleIds: readonly string[]): string {
  const typed = plain(text)
  const words = typed.split(/[\s'’.,/()-]+/).filter(word => word !== '')
  const backwards = [...typed].reverse().join('')
  const telephone = /^[+\d][\d\s.()/-]*$/.test(typed) ? typed.replaceAll(/[^\d+]/g, '') : ''
  const alternatives = [
    ...(words.length > 0 ? [`(${words.map(beginning).join(' & ')})`] : []),
    beginning(typed),
    ...(typed.length < MIN_PREFIX ? [] : [beginning(`cmd-${typed}`), beginning(`<${backwards}`)]),
    ...(telephone.length < MIN_PREFIX ? [] : [beginning(`+${telephone.replace(/^(\+|00)330?/, '0')}`)]),
    ...articleIds.map(id => lexeme(`=${id}`)),
  ]
  return alternatives.join(' | ')
}
