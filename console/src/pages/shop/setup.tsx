import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Page } from '../../parts/page.tsx'
import { partTexts } from '../../parts/texts.ts'
import { Claim } from './claim.tsx'
import { ProductsStep, StoresStep } from './goods.tsx'
import { MailForm } from './mail.tsx'
import { ParticularsForm } from './particulars.tsx'
import { useShopSettings } from './settings.ts'
import { useSetupState } from './state.ts'
import { shopTexts } from './texts.ts'

type Step = { key: string; title: string; isDone: boolean | undefined; content: ReactNode }

/** The five steps from an empty installation to a shop. The first one that is not done is open. */
export function Setup() {
  const texts = useTexts(shopTexts)
  const state = useSetupState(true)
  const settings = useShopSettings()
  /** The step that the user opened; null: none. */
  const [chosen, choose] = useState<string | null>()
  const [justSaved, setSaved] = useState<string>()
  const saved = (key: string, andThen?: () => void) => () => {
    setSaved(key)
    andThen?.()
  }
  const hasSome = (total: number | undefined) => (total === undefined ? undefined : total > 0)
  const steps: Step[] = [
    { key: 'administrator', title: texts.administrator, isDone: state.isClaimed, content: <Claim /> },
    {
      ...{ key: 'particulars', title: texts.particulars, isDone: state.canInvoice },
      content: (
        <Answer of={settings}>
          {data => <ParticularsForm settings={data} onSaved={saved('particulars', () => next())} />}
        </Answer>
      ),
    },
    {
      ...{ key: 'mail', title: texts.mail, isDone: state.sendsMails },
      content: <Answer of={settings}>{data => <MailForm settings={data} onSaved={saved('mail')} />}</Answer>,
    },
    {
      ...{ key: 'stores', title: texts.stores, isDone: hasSome(state.stores) },
      content: <StoresStep total={state.stores} />,
    },
    {
      ...{ key: 'products', title: texts.products, isDone: hasSome(state.products) },
      content: <ProductsStep total={state.products} />,
    },
  ]
  const first = steps.find(({ isDone }) => isDone === false)?.key
  const opened = chosen === undefined ? first : chosen
  const next = () => {
    const rest = steps.slice(steps.findIndex(({ key }) => key === opened) + 1)
    choose(rest.find(({ isDone }) => !isDone)?.key ?? null)
  }
  return (
    <Page title={texts.setup}>
      <Text c="dimmed">{texts.setupHint}</Text>
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map((step, i) => (
          <StepCard
            key={step.key}
            step={step}
            number={i + 1}
            isOpen={step.key === opened}
            isSaved={step.key === justSaved}
            onOpen={() => choose(step.key)}
            onLater={next}
          />
        ))}
      </Stack>
    </Page>
  )
}

function StepCard({
  step: { title, isDone, content },
  number,
  isOpen,
  isSaved,
  onOpen,
  onLater,
}: {
  step: Step
  number: number
  isOpen: boolean
  isSaved: boolean
  onOpen: () => void
  onLater: () => void
}) {
  const texts = useTexts(shopTexts)
  const { close } = useTexts(partTexts)
  const id = useId()
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Title order={2} size="h4" id={id}>
            {number}. {title}
          </Title>
          {isDone !== undefined && (
            <Badge variant="light" tt="none" color={isDone ? 'teal' : 'yellow'}>
              {isDone ? texts.done : texts.missing}
            </Badge>
          )}
          <Text size="sm" c="teal" fw={600} role="status">
            {isSaved && `✓ ${texts.saved}`}
          </Text>
        </Group>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={isOpen ? onLater : onOpen}
        >
          {isOpen ? (isDone ? close : texts.later) : isDone ? texts.change : texts.open}
        </Button>
      </Group>
      {isOpen && (
        <Stack mt="md" component="section" aria-labelledby={id}>
          {content}
        </Stack>
      )}
    </Paper>
  )
}
