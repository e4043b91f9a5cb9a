import { Anchor, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { pageAddress } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { printAddress } from '../../sales/slips.ts'
import { salesTexts } from '../../sales/texts.ts'
import { useMay } from '../../shell/session.tsx'
import { recipientTexts } from './recipient-texts.ts'
import { orderTexts } from './texts.ts'

const SENT: readonly string[] = ['expedie', 'livre'] satisfies Shapes['StatutBordereau'][]

/** Whether a slip lacks a field of the order's address: it was sent before a correction reached it. */
const differs = (ordered: object, sent: unknown) =>
  Object.entries(ordered).some(([name, value]) => typeof value === 'string' && value !== Object(sent)[name])

/** The invoice, credit notes and slips of an order, with links that open their printable pages in a new tab. */
export function Documents({
  file,
  slips,
}: {
  file: Shapes['DossierCommande']
  slips: readonly Shapes['Bordereau'][] | undefined
}) {
  const texts = useTexts(orderTexts)
  const words = useTexts(salesTexts)
  const recipient = useTexts(recipientTexts)
  const { day } = useFormats()
  const may = useMay()
  const { ordreId, pieces } = file
  const mayPrint = may('support', 'till') && pieces.some(({ nature }) => nature === 'facture')
  return (
    <Section title={texts.documents}>
      {pieces.length === 0 && !slips?.length && <Text c="dimmed">{texts.noDocuments}</Text>}
      <Stack gap={4}>
        {pieces.map(({ numero, nature, emiseLe }) => (
          <Text key={numero} size="sm">
            {nature === 'facture' ? texts.invoice(numero) : texts.credit(numero)} · {day(emiseLe)}
          </Text>
        ))}
        {slips?.map(({ id, numero, statut, adresseCorrigeeLe, adresseLivraison }) => (
          <Text key={id} size="sm">
            <Anchor href={printAddress([id])} target="_blank" rel="noopener" fz="inherit">
              {texts.slip(numero)} {words.newTab}
            </Anchor>{' '}
            · {texts[statut]}
            {adresseCorrigeeLe !== null && ` · ${recipient.corrected}`}
            {SENT.includes(statut) && differs(file.adresseLivraison, adresseLivraison) && (
              <Text span size="sm" fw={600} c="red">
                {' · '}
                {recipient.leftBefore}
              </Text>
            )}
          </Text>
        ))}
      </Stack>
      {mayPrint && (
        <ToPrint href={`/api/v1/publique/commandes/${encodeURIComponent(ordreId)}/facture`}>
          {texts.printInvoice}
        </ToPrint>
      )}
      {slips && slips.length > 0 && (
        <>
          <ToPrint href={printAddress(slips.map(({ id }) => id))}>{texts.printSlips}</ToPrint>
          <Anchor
            component={Link}
            href={pageAddress(`/bons?ordreId=${encodeURIComponent(ordreId)}`)}
            size="sm"
          >
            {texts.followSlips}
          </Anchor>
        </>
      )}
    </Section>
  )
}

function ToPrint({ href, children }: { href: string; children: ReactNode }) {
  const words = useTexts(salesTexts)
  return (
    <Anchor href={href} target="_blank" rel="noopener" size="sm">
      {children} {words.newTab}
    </Anchor>
  )
}
