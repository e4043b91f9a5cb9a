import { Alert, Button, Checkbox, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { InvoicePreview, type Particulars } from './invoice-preview.tsx'
import { canInvoice, isFixed, type ShopSettings, useChangeSettings } from './settings.ts'
import { shopTexts } from './texts.ts'

type Name = keyof Particulars

/** An address is stored with semicolons between its lines. */
const initialValues = ({ valeurs }: ShopSettings): Particulars => {
  const text = (name: Name) => valeurs[name] ?? ''
  return {
    nomBoutique: text('nomBoutique'),
    raisonSociale: text('raisonSociale'),
    formeJuridique: text('formeJuridique'),
    adresse: text('adresse')
      .split(';')
      .map(line => line.trim())
      .join('\n'),
    siret: text('siret'),
    immatriculation: text('immatriculation'),
    numeroTva: text('numeroTva'),
    contact: text('contact'),
    mention: text('mention'),
    franchiseTva: valeurs.franchiseTva === '1',
  }
}

/** Returns the changed values as they are stored; null for an empty one. */
function changesOf(before: Particulars, values: Particulars) {
  const stored = ({ adresse, franchiseTva, ...texts }: Particulars) => ({
    ...texts,
    adresse: adresse
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
      .join('; '),
    franchiseTva: franchiseTva ? '1' : '',
  })
  const former = stored(before)
  return Object.fromEntries(
    Object.entries(stored(values))
      .filter(([name, value]) => value !== former[name as Name])
      .map(([name, value]) => [name, value.trim() || null]),
  )
}

/** The name and the legal particulars of the shop, with a preview of its invoices. */
export function ParticularsForm({ settings, onSaved }: { settings: ShopSettings; onSaved?: () => void }) {
  const texts = useTexts(shopTexts)
  const { done } = useNotify()
  const before = initialValues(settings)
  const form = useForm({
    initialValues: before,
    validate: {
      siret: value => (/^(\d{3} ?\d{3} ?\d{3} ?\d{5})?$/.test(value.trim()) ? null : texts.siretFault),
      numeroTva: value => (/^([A-Z]{2}[0-9A-Z]{2,13})?$/.test(value.trim()) ? null : texts.vatFault),
    },
  })
  const saving = useChangeSettings(() => {
    done(texts.saved)
    onSaved?.()
  })
  const field = (name: Name, description?: string) => ({
    ...form.getInputProps(name, name === 'franchiseTva' ? { type: 'checkbox' } : {}),
    disabled: isFixed(settings, name),
    description: isFixed(settings, name) ? texts.environment : description,
  })
  return (
    <form onSubmit={form.onSubmit(values => saving.mutate({ valeurs: changesOf(before, values) }))}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack>
          <TextInput label={texts.shopName} maxLength={100} {...field('nomBoutique', texts.shopNameHint)} />
          <TextInput label={texts.legalName} maxLength={200} {...field('raisonSociale')} />
          <TextInput label={texts.legalForm} maxLength={200} {...field('formeJuridique')} />
          <Textarea
            label={texts.address}
            autosize
            minRows={3}
            maxLength={490}
            {...field('adresse', texts.addressHint)}
          />
          <TextInput label={texts.siret} inputMode="numeric" {...field('siret', texts.siretHint)} />
          <TextInput label={texts.register} maxLength={200} {...field('immatriculation')} />
          <Checkbox label={texts.vatExempt} {...field('franchiseTva')} />
          <TextInput label={texts.vatNumber} {...field('numeroTva')} />
          <TextInput label={texts.contact} maxLength={200} {...field('contact')} />
          <TextInput label={texts.notice} maxLength={500} {...field('mention')} />
        </Stack>
        <Stack>
          <InvoicePreview of={form.values} />
          {!canInvoice(settings) && <Alert color="yellow">{texts.noInvoices}</Alert>}
        </Stack>
      </SimpleGrid>
      {saving.error && <ErrorAlert error={saving.error} />}
      <Button type="submit" mt="md" loading={saving.isPending}>
        {texts.save}
      </Button>
    </form>
  )
}
