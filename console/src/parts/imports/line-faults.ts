type Rule = [RegExp, (...parts: string[]) => string]

/** The server's paths have the form `line/nom`. */
const field = (place: string) => place.replace(/^line\//, '')

/** French texts for the most frequent errors of a line. Other errors are shown in the server's words. */
const RULES: readonly Rule[] = [
  [/must have required property '(.+)'/, name => `Il manque « ${name} »`],
  [/^\S+ with (\S+) (.+) already exists/, (name, value) => `« ${name} » ${value} est déjà pris`],
  [
    /^Product (\d+) and supplier (\d+) are already related/,
    (p, f) => `Le produit ${p} a déjà le fournisseur ${f}`,
  ],
  [
    /^(Product|Supplier|Store) with id (\d+) not found/,
    (what, id) => `${NAMES[what] ?? what} n° ${id} inconnu`,
  ],
  [/^(\S+) must not be negative/, name => `« ${field(name)} » ne peut pas être négatif`],
  [/no active product with id (.+)/, ids => `Produits complémentaires inconnus ou retirés : ${ids}`],
  [
    /^(\S+) must be equal to one of the allowed values: (.+)/,
    (name, values) => `« ${field(name)} » doit être : ${values}`,
  ],
  [/^(\S+) must be string/, name => `Il manque « ${field(name)} »`],
  [/^(\S+) must be integer/, name => `« ${field(name)} » doit être un nombre entier`],
  [/^(\S+) must be number/, name => `« ${field(name)} » doit être un nombre`],
  [/^(\S+) must be >= 0/, name => `« ${field(name)} » ne peut pas être négatif`],
  [/must be object/, () => 'Ce n’est pas un enregistrement'],
]
const NAMES: Record<string, string> = { Product: 'Produit', Supplier: 'Fournisseur', Store: 'Magasin' }

export function translateError(fault: string): string {
  for (const [pattern, write] of RULES) {
    const found = pattern.exec(fault)
    if (found) return write(...found.slice(1))
  }
  return fault
}
