import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Page } from '../../parts/page.tsx'
import { type DeliveryMethod, useDeliveryDays, useDeliveryMethods } from '../../sales/delivery-methods.ts'
import { Facts } from '../../sales/facts.tsx'
import { Section } from '../../sales/section.tsx'
import { NeededRights } from '../../shell/missing-right.tsx'
import { useMay } from '../../shell/session.tsx'
import { useCountries } from './countries.ts'
import { MethodEditor } from './editor.tsx'
import { formTexts } from './form-texts.ts'
import { StateBadge } from './list.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { deliveryTexts } from './texts.ts'

/** A delivery method: editable with the right `catalogue`, else read-only. */
export function MethodPage({ code }: { code: string }) {
  const texts = useTexts(deliveryTexts)
  const may = useMay()
  const methods = useDeliveryMethods()
  return (
    <Answer of={methods}>
      {all => {
        const found = all.find(method => method.code === code)
        if (found) return may('catalogue') ? <MethodEditor method={found} /> : <ReadMethod method={found} />
        return (
          <Page title={texts.title}>
            <Text>{texts.notFound}</Text>
            <Anchor component={Link} href="/">
              {texts.back}
            </Anchor>
          </Page>
        )
      }}
    </Answer>
  )
}

function ReadMethod({ method }: { method: DeliveryMethod }) {
  const texts = useTexts(deliveryTexts)
  const words = useTexts(formTexts)
  const { euros, count } = useFormats()
  const { nameOf } = useCountries()
  const daysOf = useDeliveryDays()
  const { description, type, zones, tarifs, offertDesCents, delaiJours } = method
  return (
    <Page title={method.nom}>
      <Group gap="sm">
        <Anchor component={Link} href="/" size="sm">
          ← {texts.back}
        </Anchor>
        <StateBadge of={method} />
      </Group>
      <NeededRights rights={['catalogue']} />
      <div className="with-preview">
        <Stack>
          <Facts
            facts={[
              [texts.type, texts[type]],
              [words.description, description],
              [texts.days, delaiJours && daysOf(delaiJours)],
              [texts.freeFrom, offertDesCents !== null && euros(offertDesCents)],
            ]}
          />
          {type !== 'retrait' && (
            <Section title={texts.zones}>
              <DataTable
                caption={texts.zones}
                rows={zones.map((zone, i) => ({ ...zone, i }))}
                rowKey={({ i }) => i}
                empty={texts.everywhere}
                columns={[
                  { key: 'pays', title: words.country, cell: ({ pays }) => nameOf(pays) },
                  {
                    key: 'prefixes',
                    title: words.prefixes,
                    cell: ({ prefixes }) => prefixes.join(', ') || texts.wholeCountry,
                  },
                ]}
              />
            </Section>
          )}
          <Section title={words.tarifs}>
            <DataTable
              caption={words.tarifs}
              rows={tarifs}
              rowKey={({ aPartirDeCents, jusquAGrammes }) => `${aPartirDeCents} ${jusquAGrammes}`}
              columns={[
                {
                  key: 'from',
                  title: words.from,
                  isNumber: true,
                  cell: ({ aPartirDeCents }) => euros(aPartirDeCents),
                },
                {
                  key: 'upTo',
                  title: words.upTo,
                  isNumber: true,
                  cell: ({ jusquAGrammes }) =>
                    jusquAGrammes === null ? words.anyWeight : `${count(jusquAGrammes)} g`,
                },
                {
                  key: 'price',
                  title: words.price,
                  isNumber: true,
                  cell: ({ prixCents }) => euros(prixCents),
                },
              ]}
            />
          </Section>
        </Stack>
        <PreviewPanel code={method.code} />
      </div>
    </Page>
  )
}
