import { Alert, List, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Page } from '../../parts/page.tsx'
import { Events, Jobs } from './lists.tsx'
import { DeadLetters } from './refused.tsx'
import { problemsOf, type State, type SystemProblem, useSystemState } from './states.ts'
import { systemTexts } from './texts.ts'
import { useNames } from './use-names.ts'

/** State of the server: waiting events, dead letters and late jobs. */
export default function System() {
  const texts = useTexts(systemTexts)
  const state = useSystemState()
  return (
    <Page title={texts.title}>
      <Answer of={state}>
        {now => (
          <Stack gap="xl">
            <Troubles state={now} />
            <Process state={now} />
            <Part title={texts.events}>
              <Events files={now.evenements.files} />
            </Part>
            <Part title={texts.refused} hint={texts.refusedHint}>
              <DeadLetters pushedOut={now.refus.ecartes} />
            </Part>
            <Part title={texts.jobs}>
              <Jobs jobs={now.taches} />
            </Part>
          </Stack>
        )}
      </Answer>
    </Page>
  )
}

const Part = ({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) => (
  <section>
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    {hint && (
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
    )}
    {children}
  </section>
)

function Troubles({ state }: { state: State }) {
  const texts = useTexts(systemTexts)
  const { count, moment } = useFormats()
  const nameOf = useNames()
  const troubles = problemsOf(state)
  const said = (trouble: SystemProblem) => {
    if (trouble.kind === 'events') return texts.oldEvents(nameOf(trouble.name, true), moment(trouble.since))
    if (trouble.kind === 'refused') return texts.refusedSome(count(trouble.count))
    const words = { late: texts.lateJobs, failed: texts.failedJobs, lost: texts.lostJobs }
    return words[trouble.kind](nameOf(trouble.name), count(trouble.count))
  }
  if (troubles.length === 0) return <Alert color="teal">{texts.fine}</Alert>
  return (
    <Alert color="orange" title={texts.slow} role="status">
      <List size="sm">
        {troubles.map(trouble => (
          <List.Item key={said(trouble)}>{said(trouble)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

function Process({ state }: { state: State }) {
  const texts = useTexts(systemTexts)
  const { count, moment } = useFormats()
  const nameOf = useNames()
  const { version, demarreLe, domaines, transport, horloge } = state
  const speed = horloge.multiplicateur === 1 ? '' : ` (${texts.faster(count(horloge.multiplicateur))})`
  const facts: [string, string][] = [
    [texts.time, `${moment(horloge.heure)}${speed}`],
    [texts.version, version],
    [texts.since, moment(demarreLe)],
    [texts.transport, texts[transport]],
    [texts.areas, domaines.map(area => nameOf(area)).join(', ')],
  ]
  return (
    <Part title={texts.process}>
      <Facts of={facts} />
    </Part>
  )
}
