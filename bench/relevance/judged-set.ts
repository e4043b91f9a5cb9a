import { numbered, turn } from './facts.ts'
import { english } from './products-en.ts'
import { french } from './products-fr.ts'
import { identifiers, queries as worded } from './queries.ts'

const inOrder = numbered([...english, ...french])

/** In an order that has nothing to do with what they are: 389 and their number have no divisor in common. */
export const products = inOrder.map((_, i) => turn(inOrder, i * 389))
export const queries = [...worded, ...identifiers(products)]
