import { Divider, Group, Paper, Stack, Text } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { shopTexts } from './texts.ts'

export type Particulars = Record<
  | 'nomBoutique'
  | 'raisonSociale'
  | 'formeJuridique'
  | 'adresse'
  | 'siret'
  | 'immatriculation'
  | 'numeroTva'
  | 'contact'
  | 'mention',
  string
> & { franchiseTva: boolean }

/** An invoice as it would look with these particulars, while they are typed. */
export function InvoicePreview({ of }: { of: Particulars }) {
  const texts = useTexts(shopTexts)
  const { euros } = useFormats()
  const lines = [
    of.formeJuridique,
    ...of.adresse.split('\n'),
    of.siret && `SIRET ${of.siret}`,
    of.immatriculation,
    of.numeroTva && `TVA ${of.numeroTva}`,
    of.contact,
  ].filter(line => line.trim() !== '')
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.preview}>
      <Text size="sm" c="dimmed" mb="xs">
        {texts.preview}
      </Text>
      <Stack gap={4}>
        <Text fw={700}>{of.raisonSociale || of.nomBoutique}</Text>
        {lines.map((line, i) => (
          <Text key={i} size="sm">
            {line}
          </Text>
        ))}
        <Text fw={600} mt="sm">
          {texts.invoice}
        </Text>
        <Divider />
        <Group justify="space-between">
          <Text size="sm">{texts.example}</Text>
          <Text size="sm">{euros(2_400)}</Text>
        </Group>
        <Divider />
        {of.franchiseTva ? (
          <Text size="sm">{texts.noVat}</Text>
        ) : (
          <Group justify="space-between">
            <Text size="sm">{texts.vat}</Text>
            <Text size="sm">{euros(400)}</Text>
          </Group>
        )}
        <Group justify="space-between">
          <Text size="sm" fw={700}>
            {texts.total}
          </Text>
          <Text size="sm" fw={700}>
            {euros(2_400)}
          </Text>
        </Group>
        {of.mention && (
          <Text size="xs" c="dimmed">
            {of.mention}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
