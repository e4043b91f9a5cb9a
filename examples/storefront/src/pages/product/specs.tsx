import type { Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

/** Description, specifications and documentation of a product. */
export function Specs({ product }: { product: Shapes['FicheProduit'] }) {
  const t = useTexts(TEXTS)
  const { description, documentationUrl, dureeGarantie } = product
  const facts = [
    [t.marque, product.marque],
    [t.technical, product.caracteristiquesTechniques],
    [t.couleurs, product.couleurs],
    [t.dimensions, product.dimensions],
    [t.poids, product.poids],
    [t.warranty, dureeGarantie && t.days(dureeGarantie)],
    [t.ean, product.ean],
  ].filter(([, value]) => value)
  const isReadable = documentationUrl && /^https?:/.test(documentationUrl)
  return (
    <section class="box specs-box" aria-labelledby="caracteristiques">
      <h2 id="caracteristiques">{description ? t.description : t.specs}</h2>
      {description && <p>{description}</p>}
      <dl class="specs">
        {facts.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      {isReadable && (
        <a class="link" href={documentationUrl} rel="noreferrer">
          {t.read}
        </a>
      )}
    </section>
  )
}
