import type { Shapes } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { Picture } from './picture.tsx'

export type OrderedArticle = {
  /** Undefined for an article that is not in the catalogue. */
  id: number | undefined
  name: string
  quantity: number
  unitCents: number
  photo: string | undefined
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The articles of an order. The client that places an order defines the shape of its articles. */
export const articlesOf = ({ articles }: Pick<Shapes['Commande'], 'articles'>): OrderedArticle[] =>
  articles.map(article => {
    const { id, nom, quantite, prixUnitaireCents, photo }: Record<string, unknown> = { ...Object(article) }
    return {
      ...{ id: typeof id === 'number' ? id : undefined, name: text(nom) || String(id) },
      ...{
        quantity: Number(quantite),
        unitCents: Number(prixUnitaireCents),
        photo: text(photo) || undefined,
      },
    }
  })

/** The articles of an order with their pictures and prices before discounts. */
export function OrderedArticles({ order }: { order: Shapes['Commande'] }) {
  const { euros } = useFormats()
  return (
    <ul class="ordered">
      {articlesOf(order).map(({ name, quantity, unitCents, photo }, place) => (
        <li key={place}>
          <Picture photo={photo} name={name} size={56} />
          <span>
            {quantity} × {name}
          </span>
          <span class="price">{euros(quantity * unitCents)}</span>
        </li>
      ))}
    </ul>
  )
}

const MOST_PICTURES = 4

/** The first pictures of an order, and how many articles have none here. */
export function OrderPictures({ order }: { order: Shapes['Commande'] }) {
  const articles = articlesOf(order)
  const rest = articles.length - MOST_PICTURES
  return (
    <p class="row order-pictures">
      {articles.slice(0, MOST_PICTURES).map(({ name, photo }, place) => (
        <Picture key={place} photo={photo} name={name} size={56} alt={name} />
      ))}
      {rest > 0 && <span class="soft">+{rest}</span>}
    </p>
  )
}
