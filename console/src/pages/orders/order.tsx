import { Anchor, Button, CopyButton, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { Page } from '../../parts/page.tsx'
import { partTexts } from '../../parts/texts.ts'
import { isHoldingMoney, OrderBadge, PaidBadge, ToRefundBadge } from '../../sales/badges.tsx'
import { shortOrder } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { Actions } from './actions.tsx'
import { Articles } from './articles.tsx'
import { Contact } from './contact.tsx'
import { Documents } from './documents.tsx'
import { historyOf } from './history.ts'
import { historyTexts } from './history-texts.ts'
import { Mails } from './mails.tsx'
import { Note } from './note.tsx'
import { Payments } from './payments.tsx'
import { useOrder, useRefresh } from './queries.ts'
import { orderTexts } from './texts.ts'
import { OrderHistory } from './timeline.tsx'
import { Withdrawals } from './withdrawals.tsx'

export function OrderPage({ ordreId }: { ordreId: string }) {
  const texts = useTexts(orderTexts)
  const words = useTexts(historyTexts)
  const parts = useTexts(partTexts)
  const formats = useFormats()
  const { file, payments, mails, slips, withdrawals } = useOrder(ordreId)
  const refresh = useRefresh(ordreId)
  const known = { payments: payments.data ?? [], mails: mails.data ?? [], slips: slips.data ?? [] }
  const faults = [payments, mails, slips, withdrawals].filter(
    ({ error, data }) => error && data === undefined,
  )
  return (
    <Page
      title={texts.one(shortOrder(ordreId))}
      actions={
        file.data && (
          <Actions
            file={file.data}
            payments={known.payments}
            mails={mails.data}
            withdrawals={withdrawals.data ?? []}
            onDone={refresh}
          />
        )
      }
    >
      <Group gap="sm">
        <Anchor component={Link} href="/" size="sm">
          ← {texts.title}
        </Anchor>
        <Text size="sm" c="dimmed" className="wraps">
          {ordreId}
        </Text>
        <CopyButton value={ordreId} timeout={3_000}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {copied ? parts.copied : texts.copyNumber}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Answer of={file}>
        {order => (
          <>
            <Group gap="xs">
              <OrderBadge of={order} />
              <PaidBadge state={order.paiement.statut} />
              {isHoldingMoney(order) && <ToRefundBadge />}
            </Group>
            {faults.map(({ error, refetch }) => (
              <ErrorAlert key={String(error)} error={error} again={refetch} />
            ))}
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <Stack gap="md">
                <Articles file={order} />
                <Contact file={order} onDone={refresh} />
                {withdrawals.data && withdrawals.data.length > 0 && (
                  <Withdrawals file={order} withdrawals={withdrawals.data} />
                )}
                <Payments file={order} payments={payments.data} />
                <Documents file={order} slips={slips.data} />
                {mails.data && <Mails mails={mails.data} onDone={refresh} />}
              </Stack>
              <Stack gap="md">
                <Note file={order} onDone={refresh} />
                <Section title={texts.life}>
                  <OrderHistory moments={historyOf({ file: order, ...known }, words, formats)} />
                </Section>
              </Stack>
            </SimpleGrid>
          </>
        )}
      </Answer>
    </Page>
  )
}
