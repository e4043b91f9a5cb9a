import { plain } from '../../platform/text.ts'

/** An ean, or what a supplier calls a product, as it is compared: without regard to case and to spaces around it. */
export const identifierOf = (text: string) => plain(text.trim())
