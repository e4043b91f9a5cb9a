import { judgedBeginnings } from './beginnings.ts'
import type { Intent } from './intents.ts'
import { intents } from './intents.ts'

export type Query = { typed: string; kind: string; intent: Intent }

/** What was typed, and the search that was meant. */
const misspelt: Record<string, string> = {
  ...{ battrey: 'battery', batery: 'battery', chagrer: 'charger', 'screen protecter': 'screen protector' },
  ...{
    headphnoes: 'headphones',
    hedphones: 'headphones',
    speeker: 'speaker',
    laptpo: 'laptop',
    tabelt: 'tablet',
  },
  ...{ keybord: 'keyboard', primter: 'printer', ruoter: 'router', cotroller: 'controller', camrea: 'camera' },
  ...{
    smartwacth: 'smartwatch',
    vacum: 'vacuum',
    'cofee maker': 'coffee maker',
    refridgerator: 'refrigerator',
  },
  ...{
    toastre: 'toaster',
    micrwave: 'microwave',
    doorbel: 'doorbell',
    antena: 'antenna',
    altneor: 'altenor',
  },
  ...{ 'lnyx 7': 'lynx 7', 'pixei s7 edge': 'pixie s7 edge', 'universal remtoe': 'universal remote' },
  ...{
    smartfone: 'smartphone',
    telepone: 'téléphone',
    marmote: 'belvoir',
    coqeu: 'coque',
    chargueur: 'chargeur',
  },
  ...{
    baterie: 'batterie',
    caqsue: 'casque',
    ecouteur: 'écouteurs',
    encinte: 'enceinte',
    televisuer: 'téléviseur',
  },
  ...{
    telecomande: 'télécommande',
    'ordinatuer portable': 'ordinateur portable',
    clavire: 'clavier',
    sourris: 'souris',
  },
  ...{
    imprimente: 'imprimante',
    tablete: 'tablette',
    mannette: 'manette',
    aspirrateur: 'aspirateur',
    cafetierre: 'cafetière',
  },
  ...{
    bouilliore: 'bouilloire',
    refrigirateur: 'réfrigérateur',
    ampuole: 'ampoule',
    belvior: 'belvoir',
    vaccuums: 'vacuum',
  },
}

/** Written as one word, or as two. */
const joined: Record<string, string> = {
  ...{
    'head phones': 'headphones',
    'lap top': 'laptop',
    'smart watch': 'smartwatch',
    'door bell': 'doorbell',
    'key board': 'keyboard',
  },
  ...{
    lynx7: 'lynx 7',
    nova5: 'nova 5',
    phonecase: 'phone case',
    tvstand: 'tv stand',
    lightbulb: 'light bulb',
    coffeemaker: 'coffee maker',
  },
  ...{
    harddrive: 'hard drive',
    'micro wave': 'microwave',
    memorycard: 'memory card',
    'cook top': 'cooktop',
    watchband: 'watch band',
  },
  ...{
    'smart phone': 'smartphone',
    clefusb: 'clé usb',
    cleusb: 'clé usb',
    microondes: 'micro-ondes',
    'micro ondes': 'micro-ondes',
  },
  ...{
    lavelinge: 'lave-linge',
    'lave linge': 'lave-linge',
    grillepain: 'grille-pain',
    sacados: 'sac à dos',
    'ecran 24': 'écran 24',
    marmotte4: 'marmotte 4',
  },
}

const meant = (kind: string, typed: Record<string, string>): Query[] =>
  Object.entries(typed).map(([search, meaning]) => {
    const intent = intents[meaning]
    if (!intent) throw new Error(`${search}: nobody said what ${meaning} means`)
    return { typed: search, kind, intent }
  })

/** Any product's numbers find that product. */
export const identifiers = (products: readonly { ean: string; sku: string }[]): Query[] =>
  Array.from({ length: 15 }, (_, i) => products[(i * 97 + 13) % products.length]).flatMap(product =>
    product
      ? [
          { typed: product.ean, kind: 'identifiers', intent: { 3: [{ ean: product.ean }] } },
          { typed: product.sku, kind: 'identifiers', intent: { 3: [{ sku: product.sku }] } },
          { typed: product.sku.toLowerCase(), kind: 'identifiers', intent: { 3: [{ sku: product.sku }] } },
        ]
      : [],
  )

export const queries: Query[] = [
  ...meant('words', Object.fromEntries(Object.keys(intents).map(search => [search, search]))),
  ...judgedBeginnings.map(([typed, intent]) => ({ typed, kind: 'beginnings', intent })),
  ...meant('misspelt', misspelt),
  ...meant('split or joined', joined),
]
