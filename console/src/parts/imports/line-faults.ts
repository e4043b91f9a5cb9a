type Rule = [RegExp, (...parts: string[]) => string]

const onLine = (line: string | undefined) => (line === undefined ? '' : `, à la ligne ${line}`)

/** French texts for the errors of lines and files. Other errors are shown in the server's words. */
const RULES: readonly Rule[] = [
  [/must have required property '(.+)'/, name => `Il manque « ${name} »`],
  [
    /^\S+ with (\S+) (.+) already exists(?:, on line (\d+))?/,
    (name, value, line) => `« ${name} » ${value} est déjà pris${onLine(line)}`,
  ],
  [
    /^(adresseMail) (.+) is that of a deleted client/,
    (name, value) =>
      `« ${name} » ${value} est celle d’un client supprimé : choisissez « Le mettre à jour » pour le rétablir`,
  ],
  [
    /^Product (\d+) and supplier (\d+) are already related(?:, on line (\d+))?/,
    (p, f, line) => `Le produit ${p} a déjà le fournisseur ${f}${onLine(line)}`,
  ],
  [
    /^(ean) (.+) is in scientific notation/,
    (name, ean) => `« ${name} » ${ean} est en notation scientifique : mettez la colonne au format texte`,
  ],
  [/^(photosUrls): (.+) is not an http/, (name, url) => `« ${name} » : ${url} n’est pas une adresse http(s)`],
  [
    /^(ean) (.+) does not have 8, 12, 13 or 14 digits/,
    (name, ean) => `« ${name} » ${ean} n’a pas 8, 12, 13 ou 14 chiffres avec la bonne clé de contrôle`,
  ],
  [
    /^(tauxTva) is (.+); no VAT rate in the European Union exceeds (\d+)/,
    (name, rate, most) =>
      `« ${name} » ${rate} : aucun taux de TVA de l’Union européenne ne dépasse ${most} %`,
  ],
  [
    /^(Product|Supplier|Store) with id (\d+) not found/,
    (what, id) => `${NAMES[what] ?? what} n° ${id} inconnu`,
  ],
  [
    /^(ean) (.+) belongs to no product/,
    (name, ean) => `« ${name} » : aucun produit n’a le code-barres ${ean}`,
  ],
  [/^(magasin) (.+) is the name of no store/, (_, store) => `Aucun magasin ne s’appelle « ${store} »`],
  [
    /^(magasin) (.+) is the name of several stores/,
    (_, store) => `Plusieurs magasins s’appellent « ${store} » : nommez leur numéro dans la colonne storeId`,
  ],
  [/^(ean|magasin) or \w+ is missing/, name => `Il manque « ${name} »`],
  [/^Several .+ have the (\S+) (.+);/, (name, value) => `Plusieurs fiches ont « ${name} » ${value}`],
  [
    /^has (\d+) more cells than/,
    count =>
      `${count} cellules de trop : mettez entre guillemets les textes qui contiennent un point-virgule`,
  ],
  [/^(\S+) must not be in the future/, name => `« ${name} » ne peut pas être dans le futur`],
  [
    /^(telephone) must match pattern/,
    name => `« ${name} » ne peut contenir que des chiffres, des espaces et + ( ) - .`,
  ],
  [/^(\S+) must not be negative/, name => `« ${name} » ne peut pas être négatif`],
  [/no active product with id (.+)/, ids => `Produits complémentaires inconnus ou retirés : ${ids}`],
  [
    /^(\S+) must be equal to one of the allowed values: (.+)/,
    (name, values) => `« ${name} » doit être : ${values}`,
  ],
  [/^(\S+) must be string/, name => `Il manque « ${name} »`],
  [
    /^(\S+Cents) must be integer in euros/,
    name => `« ${name} » doit être un montant en euros, comme 139,00 ou 1 234,50`,
  ],
  [/^(\S+) must be integer/, name => `« ${name} » doit être un nombre entier, comme 12`],
  [/^(\S+) must be number/, name => `« ${name} » doit être un nombre, comme 20 ou 5,5`],
  [/^(\S+) must be boolean/, name => `« ${name} » doit être oui ou non`],
  [/^(\S+) must be >= (\S+)/, (name, least) => `« ${name} » doit être au moins ${least}`],
  [/^(\S+) must be <= (\S+)/, (name, most) => `« ${name} » doit être au plus ${most}`],
  [
    /^(\S+) must be a multiple of|^(\S+) must be multiple of/,
    name => `« ${name} » a trop de décimales : deux au plus`,
  ],
  [
    /^(\S+) must NOT have more than (\d+) characters/,
    (name, most) => `« ${name} » est trop long : ${most} caractères au plus`,
  ],
  [/^(\S+) must match format "(?:moment|date)"/, name => `« ${name} » doit être une date, comme 31/12/2026`],
  [/^(\S+) must match format "email"/, name => `« ${name} » doit être une adresse e-mail`],
  [/must be object/, () => 'Ce n’est pas un enregistrement'],

  [
    /must name its columns, such as (.+)/,
    () => 'La première ligne doit nommer les colonnes : reprenez les titres du modèle.',
  ],
  [/names the column (\S+) twice/, name => `La colonne « ${name} » est deux fois dans la première ligne.`],
  [/neither UTF-8 nor Windows-1252/, () => ENCODING],
  [
    /last line is truncated/,
    () => 'La dernière ligne est incomplète : le fichier est coupé. Enregistrez-le de nouveau.',
  ],
  [/[Qq]uote/, () => 'Un guillemet n’est pas fermé dans le fichier. Enregistrez-le de nouveau depuis Excel.'],
  [/it is empty/, () => 'Le fichier est vide.'],
  [
    /JSON|array/,
    () => 'Le fichier n’est ni un CSV ni un JSON valide. Dans Excel : Enregistrer sous, puis le type CSV.',
  ],
]
const ENCODING =
  'Le fichier n’est pas un texte, ou ses accents sont abîmés. Dans Excel : Enregistrer sous, puis le type CSV.'
const NAMES: Record<string, string> = { Product: 'Produit', Supplier: 'Fournisseur', Store: 'Magasin' }

/**
 * Returns an error in French, with the header of the column if it is known, else the name of the field: a name in an error
 * is that of a field if it begins in lower case. The error of an empty cell is that its value is missing.
 */
export function translateError(error: string, column?: string, value?: string): string {
  if (column !== undefined && value?.trim() === '' && / must (?:be|match|NOT)/.test(error))
    return `Il manque « ${column} »`
  const isEuros = column !== undefined && !/cents/i.test(column)
  const fault = error
    .replace(/^line\//, '')
    .replace(/Cents must be integer$/, `$&${isEuros ? ' in euros' : ''}`)
  for (const [pattern, write] of RULES) {
    const found = pattern.exec(fault)
    if (!found) continue
    const [name = '', ...parts] = found.slice(1)
    return write(column !== undefined && /^[a-z]/.test(name) ? column : name, ...parts)
  }
  return error
}
