import { readFileSync } from 'node:fs'
import { baseStyle, pageFiles as filesIn } from '../../platform/pages/serve.ts'
import { cardBrand, cardDigits, cardExpiry, groupDigits, isExpired, withSlash } from '../cards/card.ts'
import { scriptWords } from './words/words.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** The rules of a card as the server has them: the browser gets the text of the same functions. */
const rules = [cardDigits, cardBrand, cardExpiry, groupDigits, isExpired, withSlash]
  .map(rule => `export ${rule}\n`)
  .join('\n')

const words = `export const WORDS = ${JSON.stringify(scriptWords)}\n`

/** The page's style and scripts, and where they lie, from the folder of the links. */
export const { base, routes: pageFiles } = filesIn('/paiement', [
  ['page.css', 'text/css', `${baseStyle}\n${read('page.css')}`],
  ['page.js', 'text/javascript', read('page.js')],
  ['card.js', 'text/javascript', rules],
  ['words.js', 'text/javascript', words],
])
