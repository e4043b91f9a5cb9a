/**
 * How the words of a product are kept: a word that stands anywhere as it is; behind a mark, too, where it stands in name, brand
 * or category, in the name, or says what the product is. No word begins with a mark. A family is kept behind a slash.
 */
export const MARKS = { anywhere: '', titled: '+', named: '*', being: '=' } as const
export type Place = keyof typeof MARKS

const isMarked = (word: string, place: Exclude<Place, 'anywhere'>) => word.startsWith(MARKS[place])
const marked = (place: Place) => (word: string) => `${MARKS[place]}${word}`

/** What a product is found by. `name` is a part of the title. */
type Said = { families: string[]; being: string[]; name: string[]; title: string[]; text: string[] }

export const wordsKept = ({ families, being, name, title, text }: Said): string[] => [
  ...new Set([
    ...families,
    ...being.map(marked('being')),
    ...name.map(marked('named')),
    ...title.map(marked('titled')),
    ...title,
    ...text,
  ]),
]

/** Whether it tells where a word stands, in place of what a product is found by. */
export const tellsPlace = (kept: string) =>
  isMarked(kept, 'titled') || isMarked(kept, 'named') || isMarked(kept, 'being')

export const isFamily = (word: string) => word.startsWith('/')

/** What a word that is kept is counted as: by itself, in a title, or both. Undefined: it is not counted. */
export function countedAs(kept: string): { mot: string; inTitle: boolean; anywhere: boolean } | undefined {
  if (isMarked(kept, 'named')) return undefined
  if (isMarked(kept, 'titled')) return { mot: kept.slice(1), inTitle: true, anywhere: false }
  const isBoth = isFamily(kept) || isMarked(kept, 'being')
  return { mot: kept, inTitle: isBoth, anywhere: true }
}
