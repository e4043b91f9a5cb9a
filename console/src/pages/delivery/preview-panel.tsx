import { Anchor, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { DELIVERY_METHODS, useDeliveryDays, useDeliveryMethods } from '../../sales/delivery-methods.ts'
import { pageAddress } from '../../sales/links.tsx'
import { TrialBasket, useTrialBasket } from '../../sales/trial-basket.tsx'
import { useMay } from '../../shell/session.tsx'
import { useCountries } from './countries.ts'
import { previewTexts } from './texts.ts'

type Offer = NonNullable<Shapes['Panier']['offresLivraison']>[number]

/** Prices the basket as the shop does, once typing pauses; again after a method was changed. */
function usePricedBasket(articles: Shapes['NouveauPanier']['articles'], pays: string, codePostal: string) {
  const body = { articles, adresseLivraison: { pays, codePostal: codePostal.trim() || null } }
  const [asked] = useDebouncedValue(JSON.stringify(body), 300)
  return useQuery({
    queryKey: [...DELIVERY_METHODS, 'preview', asked],
    queryFn: () => answerOf(api.POST('/api/v1/publique/paniers', { body: JSON.parse(asked) as typeof body })),
    enabled: articles.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** A basket with an address, and the delivery methods that the shop offers for them. `code` is the method of the page. */
export function PreviewPanel({ code, isUnsaved = false }: { code?: string; isUnsaved?: boolean }) {
  const texts = useTexts(previewTexts)
  const { euros } = useFormats()
  const { choices } = useCountries()
  const basket = useTrialBasket()
  const [country, setCountry] = useState('FR')
  const [postcode, setPostcode] = useState('')
  const priced = usePricedBasket(basket.articles, country, postcode)
  const totalOf = (id: string) => {
    const found = priced.data?.lignes.find(line => String(line.id) === id)
    return found ? euros(found.totalCents) : '…'
  }
  return (
    <Paper withBorder p="md" className="preview" component="section" aria-label={texts.title}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.hint} {isUnsaved && texts.unsaved}
        </Text>
        <TrialBasket basket={basket} columns={[{ title: texts.price, cell: ({ id }) => totalOf(id) }]} />
        <Group gap="sm" grow preventGrowOverflow={false}>
          <Select
            label={texts.country}
            data={choices}
            value={country}
            onChange={value => setCountry(value ?? 'FR')}
            allowDeselect={false}
            searchable
            miw="9rem"
          />
          <TextInput
            label={texts.postcode}
            value={postcode}
            onChange={event => setPostcode(event.currentTarget.value)}
            maxLength={20}
            autoComplete="off"
            miw="7rem"
          />
        </Group>
        {priced.error && <ErrorAlert error={priced.error} />}
        {priced.data && basket.lines.length > 0 && (
          <Offers offers={priced.data.offresLivraison} code={code} />
        )}
      </Stack>
    </Paper>
  )
}

function Offers({ offers, code }: { offers: readonly Offer[] | undefined; code: string | undefined }) {
  const texts = useTexts(previewTexts)
  const daysOf = useDeliveryDays()
  const { data: methods = [] } = useDeliveryMethods()
  if (!offers) return <Text size="sm">{texts.noneActive}</Text>
  const others = methods.filter(({ actif, code }) => actif && offers.every(offer => offer.code !== code))
  return (
    <div aria-live="polite">
      {offers.length === 0 && <Text size="sm">{texts.none}</Text>}
      {offers.length > 0 && (
        <table className="basket-lines">
          <thead>
            <tr>
              <th scope="col">{texts.method}</th>
              <th scope="col">{texts.days}</th>
              <th scope="col" className="number">
                {texts.price}
              </th>
            </tr>
          </thead>
          <tbody>
            {offers.map(offer => (
              <tr key={offer.code}>
                <td>{offer.code === code ? <strong>{offer.nom}</strong> : offer.nom}</td>
                <td>{offer.delaiJours && daysOf(offer.delaiJours)}</td>
                <td className="number">
                  <Price of={offer} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {texts.notOffered(others.map(({ nom }) => nom).join(', '))}
        </Text>
      )}
    </div>
  )
}

function Price({ of: { prixCents, promotionId } }: { of: Offer }) {
  const texts = useTexts(previewTexts)
  const { euros } = useFormats()
  const may = useMay()
  if (prixCents > 0) return euros(prixCents)
  if (promotionId === null) return texts.free
  const by = texts.byPromotion(promotionId)
  return (
    <>
      {texts.free}
      <Text size="xs" style={{ whiteSpace: 'normal' }}>
        {may('catalogue') ? (
          <Anchor component={Link} href={pageAddress(`/promotions/${promotionId}`)} inherit>
            {by}
          </Anchor>
        ) : (
          by
        )}
      </Text>
    </>
  )
}
