import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { pageAddress } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { type Withdrawal, WithdrawalBadge } from '../../sales/withdrawals.tsx'
import { orderTexts } from './texts.ts'

/** The withdrawals from an order, with the day until which an open one must be refunded. */
export function Withdrawals({
  file,
  withdrawals,
}: {
  file: Shapes['DossierCommande']
  withdrawals: readonly Withdrawal[]
}) {
  const texts = useTexts(orderTexts)
  const { day, moment, count } = useFormats()
  const names = new Map(file.articlesCommandes.map(({ articleId, nom }) => [articleId, nom]))
  const articlesOf = ({ articles }: Withdrawal) =>
    articles
      ?.map(({ id, quantite }) => texts.unit(count(quantite), names.get(String(id)) ?? String(id)))
      .join(', ') ?? texts.everything
  return (
    <Section title={texts.withdrawals}>
      <Stack gap="sm">
        {withdrawals.map(withdrawal => (
          <Group key={withdrawal.id} justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <div className="wraps">
              <Text size="sm">{articlesOf(withdrawal)}</Text>
              <Text size="xs" c="dimmed">
                {texts.withdrawalOf(withdrawal.nom, moment(withdrawal.recuLe))}
              </Text>
              {(withdrawal.statut === 'a_verifier' || withdrawal.statut === 'acceptee') && (
                <Text size="xs" fw={600}>
                  {texts.refundBy(day(withdrawal.aRembourserAvant))}
                </Text>
              )}
              {withdrawal.motif && (
                <Text size="xs" c="dimmed">
                  {withdrawal.motif}
                </Text>
              )}
              {withdrawal.statut === 'a_verifier' && (
                <Anchor component={Link} href={pageAddress('/retractations')} size="sm">
                  {texts.decide}
                </Anchor>
              )}
            </div>
            <WithdrawalBadge status={withdrawal.statut} />
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
