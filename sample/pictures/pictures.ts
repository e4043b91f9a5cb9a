import { readFileSync } from 'node:fs'
import { type Colours, drawings, type Kind } from './drawings.ts'

type Product = { ean: string; nom: string; categories: string }

/** The kind of a product, by the first pattern that its name matches. */
const KINDS: [RegExp, Kind][] = [
  [/^Ordinateur (portable|convertible)/, 'laptop'],
  [/tout-en-un|^Écran/, 'screen'],
  [/^(Ordinateur|Mini-ordinateur)/, 'desktop'],
  [/^Clé USB/, 'stick'],
  [/^Carte mémoire/, 'card'],
  [/^(SSD|Disque)/, 'drive'],
  [/^Commutateur/, 'switch'],
  [/^(Routeur|Répéteur)/, 'router'],
  [/^Imprimante/, 'printer'],
  [/^(Tablette|Liseuse)/, 'tablet'],
  [/^Téléphone mobile/, 'buttons'],
  [/^Téléphone fixe/, 'handset'],
  [/^Smartphone/, 'phone'],
  [/^Montre/, 'watch'],
  [/^Bracelet/, 'band'],
  [/^Clavier/, 'keyboard'],
  [/^Souris/, 'mouse'],
  [/^Tapis/, 'mat'],
  [/^Casque de jeu/, 'gaming'],
  [/^Casque de réalité/, 'goggles'],
  [/^Casque/, 'headset'],
  [/^Écouteurs/, 'buds'],
  [/^Enceinte/, 'speaker'],
  [/^Chargeur/, 'charger'],
  [/^Câble/, 'cable'],
  [/^Batterie/, 'battery'],
  [/^Socle/, 'pad'],
  [/^Station/, 'dock'],
  [/^Adaptateur/, 'adapter'],
  [/^Sac/, 'backpack'],
  [/^Housse/, 'sleeve'],
  [/^Coque/, 'case'],
  [/^Verre/, 'glass'],
  [/^Console portable/, 'handheld'],
  [/^Console/, 'console'],
  [/^Manette/, 'gamepad'],
  [/^Volant/, 'wheel'],
  [/^Fauteuil/, 'chair'],
  [/^Plateau/, 'board'],
]

/** Background and drawing colors; all of them suit light and dark pages. */
const PALETTES: ({ ground: string } & Colours)[] = [
  { ground: '#dcebe6', body: '#2f7d72', light: '#f4f8f5', dark: '#17443f', glow: '#f2a65a' },
  { ground: '#f6e4d3', body: '#c2673a', light: '#fff6ec', dark: '#5b2c18', glow: '#3f9a8c' },
  { ground: '#dfe6f2', body: '#4a6fa5', light: '#f4f7fc', dark: '#22385c', glow: '#e9b44c' },
  { ground: '#efe0ea', body: '#8f4f7d', light: '#fbf4f9', dark: '#46223c', glow: '#79b791' },
  { ground: '#ece8d6', body: '#8a7a3c', light: '#fbf9ef', dark: '#433a17', glow: '#d1603d' },
]

export const kindOf = ({ nom }: Pick<Product, 'nom'>): Kind | undefined =>
  KINDS.find(([name]) => name.test(nom))?.[1]

/** Consecutive products have different colors. */
const paletteOf = (index: number) => PALETTES[index % PALETTES.length] ?? PALETTES[0]

function draw(product: Product, index: number): string {
  const kind = kindOf(product)
  const palette = paletteOf(index)
  if (!kind || !palette) throw new Error(`Nothing is drawn of ${product.nom}`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><path d="M0 0h200v200H0z" fill="${palette.ground}"/><ellipse cx="100" cy="174" rx="62" ry="7" fill="${palette.dark}" opacity=".15"/>${drawings[kind](palette)}</svg>`
}

/** Draws the sample shop's products; returns the SVG documents by EAN. */
export function drawSamplePictures(): Map<string, string> {
  const products: Product[] = JSON.parse(readFileSync(new URL('../produits.json', import.meta.url), 'utf8'))
  return new Map(products.map((product, i) => [product.ean, draw(product, i)]))
}
