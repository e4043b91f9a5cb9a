import { stringify } from 'yaml'

/** A document as YAML, written out in full: not every reader of OpenAPI follows anchors. */
export const text = (document: unknown) => stringify(document, { aliasDuplicateObjects: false })
