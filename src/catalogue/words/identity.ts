import { plain } from '../../platform/text.ts'
import { tokensOf } from './tokens.ts'

/** What follows tells what a product is for: `Case for Lynx 7`, `Coque pour Lynx 7`, `Batterie compatible avec Lynx 7`. */
const PURPOSE = /\s(?:for|fits|pour|compatible (?:with|avec)|adapte[es]* (?:a|aux|au))\s/

const ACCESSORIES = /\b(?:accessor(?:y|ies)|accessoires?)\b/

/** The name before what the product is for. Where a name begins with that, the whole of it. */
function headOf(nom: string): string {
  const compared = plain(nom)
  const at = compared.search(PURPOSE)
  return at > 0 ? compared.slice(0, at) : compared
}

/** The words that say what a product is: those of its name before what it is for, and of the last level of its category. */
export const identityOf = (nom: string, levels: readonly string[]): string[] => [
  ...new Set([...tokensOf(headOf(nom)), ...tokensOf(levels.at(-1))]),
]

/** Whether a product is for another one: its name says so, or a level of its category. */
export const isAccessory = (nom: string, levels: readonly string[]) =>
  PURPOSE.test(plain(nom)) || levels.some(level => ACCESSORIES.test(plain(level)))
