import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { useProductNames } from '../../parts/product-names.ts'
import { formTexts } from './form-texts.ts'
import type { Product } from './values.ts'

/** A product without a form, for users who may not edit it; empty fields are omitted. */
export function ReadProduct({ product }: { product: Product }) {
  const words = useTexts(formTexts)
  const { euros, count, day } = useFormats()
  const complements = product.produitsComplementairesIds ?? []
  const nameOf = useProductNames(complements)
  const dayOf = (text: string | null) => text && day(text)
  const link = (url: string) => (
    <Anchor key={url} href={url} target="_blank" rel="noreferrer" display="block" inherit>
      {url}
    </Anchor>
  )
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.prix, euros(product.prixDeVenteCents)],
    [words.tva, `${count(product.tauxTva)} %`],
    [words.ean, product.ean],
    [words.marque, product.marque],
    [words.categories, product.categories],
    [words.description, product.description],
    [words.caracteristiques, product.caracteristiquesTechniques],
    [words.poids, product.poids],
    [words.couleurs, product.couleurs],
    [words.dimensions, product.dimensions],
    [words.garantie, product.dureeGarantie !== null && `${count(product.dureeGarantie)}${words.days}`],
    [words.finReappro, dayOf(product.dateFinReapprovisionnement)],
    [words.finDeVie, dayOf(product.dateFinDeVie)],
    [words.documentation, product.documentationUrl && link(product.documentationUrl)],
    [words.photos, (product.photosUrls?.length ?? 0) > 0 && product.photosUrls?.map(link)],
    [words.retractable, product.retractable ? words.yes : words.no],
    [words.complements, complements.map(nameOf).join(', ')],
  ]
  return (
    <SimpleGrid component="dl" cols={{ base: 1, sm: 2 }} m={0}>
      {facts.map(
        ([name, value]) =>
          value && (
            <Stack key={name} gap={0}>
              <Text component="dt" size="sm" c="dimmed">
                {name}
              </Text>
              <Text component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                {value}
              </Text>
            </Stack>
          ),
      )}
    </SimpleGrid>
  )
}
