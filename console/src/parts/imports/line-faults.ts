type Rule = [RegExp, (...parts: string[]) => string]

const onLine = (line: string | undefined) => (line === undefined ? '' : `, à la ligne ${line}`)

/** The server's paths have the form `line/nom`. */
const field = (place: string) => place.replace(/^line\//, '')

/** French texts for the most frequent errors of a line. Other errors are shown in the server's words. */
const RULES: readonly Rule[] = [
  [/must have required property '(.+)'/, name => `Il manque « ${name} »`],
  [
    /^\S+ with (\S+) (.+) already exists(?:, on line (\d+))?/,
    (name, value, line) => `« ${name} » ${value} est déjà pris${onLine(line)}`,
  ],
  [
    /^Product (\d+) and supplier (\d+) are already related(?:, on line (\d+))?/,
    (p, f, line) => `Le produit ${p} a déjà le fournisseur ${f}${onLine(line)}`,
  ],
  [
    /^ean (.+) is in scientific notation/,
    ean => `« ean » ${ean} est en notation scientifique : mettez la colonne au format texte`,
  ],
  [/^photosUrls: (.+) is not an http/, url => `« photosUrls » : ${url} n’est pas une adresse http(s)`],
  [
    /^ean (.+) does not have 8, 12, 13 or 14 digits/,
    ean => `« ean » ${ean} n’a pas 8, 12, 13 ou 14 chiffres avec la bonne clé de contrôle`,
  ],
  [
    /^tauxTva is (.+); no VAT rate in the European Union exceeds (\d+)/,
    (rate, most) => `« tauxTva » ${rate} : aucun taux de TVA de l’Union européenne ne dépasse ${most} %`,
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
