import { parseSync, Visitor } from 'oxc-parser'

/** Columns that identify the customer of a row, in the interface's words. */
const namesACustomer =
  /\b(clientId|idClient|clientFideliseId|userId|compteId|adresseMail|customerEmail|prenom|adresseClient)\b/

/**
 * Finds areas whose tables name a customer although their `area.ts` declares no personal data, so that exports and
 * erasures would skip them. Returns one line per area.
 */
export function findForgottenHolders(files: Map<string, string>): string[] {
  const found = new Map<string, string>()
  for (const [path, text] of files) {
    const area = /^src\/([^/]+)\/migrations\/.*\.sql$/.exec(path)?.[1]
    const [column] = namesACustomer.exec(text.replace(/--.*/g, '')) ?? []
    if (!area || !column || found.has(area)) continue
    const contents = files.get(`src/${area}/area.ts`)
    if (contents === undefined || !declares(contents, 'personalData'))
      found.set(area, `${path} has a column ${column}, and src/${area}/area.ts declares no personalData`)
  }
  return [...found.values()]
}

/** Whether the object passed to `defineArea` has this property. */
function declares(text: string, property: string): boolean {
  let found = false
  new Visitor({
    CallExpression({ callee, arguments: [given] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineArea' || given?.type !== 'ObjectExpression')
        return
      found ||= given.properties.some(
        each => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === property,
      )
    },
  }).visit(parseSync('area.ts', text).program)
  return found
}
