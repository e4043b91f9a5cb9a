import { type Intent, intents } from './intents.ts'

/** The searches that a beginning may become: any of them is what was meant; the first half of them, what is likeliest. */
const either = (...searches: string[]): Intent => {
  const all = searches.map(search => {
    const intent = intents[search]
    if (!intent) throw new Error(`Nobody said what ${search} means`)
    return intent
  })
  return {
    3: all.flatMap(intent => intent[3]),
    2: all.flatMap(intent => intent[2] ?? []),
    1: all.flatMap(intent => intent[1] ?? []),
  }
}
const sure = (search: string, ...typed: string[]): [string, Intent][] =>
  typed.map(text => [text, either(search)])

/** What a person sees fit to be shown while typing. One letter is graded by the kinds of things that begin with it. */
export const judgedBeginnings: [string, Intent][] = [
  [
    'c',
    either(
      'case',
      'charger',
      'camera',
      'console',
      'controller',
      'coque',
      'casque',
      'chargeur',
      'clavier',
      'cable',
      'coffee maker',
      'cooktop',
      'cafetière',
      'clé usb',
      'cell phone',
    ),
  ],
  ['p', either('phone', 'printer', 'pixie')],
  ['t', either('tv', 'tablet', 'toaster', 'téléviseur', 'tablette', 'téléphone', 'télécommande')],
  ['l', either('laptop', 'lynx', 'lens', 'light bulb', 'lave-linge')],
  ['o', either('ordinateur portable')],
  ['a', either('antenna', 'altenor', 'aspirateur', 'ampoule')],
  ['v', either('vacuum', 'verre trempé')],
  ['b', either('battery', 'batterie', 'bouilloire', 'belvoir', 'brisemer')],
  [
    's',
    either(
      'speaker',
      'smart tv',
      'screen protector',
      'stylus',
      'smartwatch',
      'smartphone',
      'souris',
      'support mural',
    ),
  ],
  ['e', either('écran', 'écouteurs', 'enceinte', 'étui cuir', 'étoile 20 lite')],
  ['ca', either('case', 'camera', 'cable', 'casque', 'carousel', 'cafetière')],
  ['ch', either('charger', 'chargeur')],
  ['co', either('coque', 'controller', 'console', 'coffee maker', 'cooktop')],
  ['te', either('téléphone', 'téléviseur', 'télécommande')],
  ['or', either('ordinateur portable')],
  ['ta', either('tablet', 'tablette', 'tapis souris')],
  ['im', either('imprimante')],
  ['as', either('aspirateur')],
  ['la', either('laptop', 'lave-linge')],
  ['he', either('headphones')],
  ['pri', either('printer')],
  ['tel', either('téléphone', 'téléviseur', 'télécommande')],
  ['bat', either('battery', 'batterie')],
  ['mon', either('monitor', 'montre connectée')],
  ...sure('charger', 'charge'),
  ...sure('case', 'cas'),
  ...sure('laptop', 'lap', 'lapt'),
  ...sure('headphones', 'head', 'headph'),
  ...sure('vacuum', 'vac', 'vacu'),
  ...sure('refrigerator', 'refriger'),
  ...sure('lynx', 'ly', 'lyn'),
  ...sure('lynx 7', 'lyn 7'),
  ...sure('phone case', 'phone ca', 'phone cas'),
  ...sure('screen protector', 'screen pro'),
  ...sure('tv stand', 'tv st'),
  ...sure('printer ink', 'printer i'),
  ...sure('coffee maker', 'coffee m'),
  ...sure('camera lens', 'camera l'),
  ...sure('coque', 'coq', 'coqu'),
  ...sure('casque', 'casq'),
  ...sure('casque sans fil', 'casque s'),
  ...sure('écran', 'ecr', 'écra'),
  ...sure('clavier', 'clav'),
  ...sure('imprimante', 'impr', 'imprim'),
  ...sure('aspirateur', 'aspi'),
  ...sure('aspirateur robot', 'aspirateur r'),
  ...sure('ordinateur portable', 'ordi', 'ordinateur p'),
  ...sure('coque marmotte 3', 'coque marm'),
  ...sure('bouilloire', 'boui'),
  ...sure('tablette', 'tablett'),
  ...sure('smartwatch', 'smartw'),
  ...sure('microwave', 'microw'),
]
