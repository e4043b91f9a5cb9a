import { Alert, Anchor, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Page } from '../../parts/page.tsx'
import { Actions } from './actions.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookState } from './state.tsx'
import { webhookTexts } from './texts.ts'
import { useWebhook, type Webhook } from './webhooks.ts'

/** One webhook: its state and its deliveries. */
export function WebhookPage({ id }: { id: number }) {
  const texts = useTexts(webhookTexts)
  const webhook = useWebhook(id)
  const found = webhook.data
  return (
    <Page
      title={found ? (found.description ?? found.url) : texts.title}
      actions={found && <Actions webhook={found} />}
    >
      <Anchor component={Link} href="/" size="sm">
        ← {texts.title}
      </Anchor>
      <Answer of={webhook}>
        {one =>
          one === null ? (
            <Text c="dimmed">{texts.none}</Text>
          ) : (
            <>
              <State of={one} />
              <Deliveries webhook={one} />
            </>
          )
        }
      </Answer>
    </Page>
  )
}

function State({ of }: { of: Webhook }) {
  const texts = useTexts(webhookTexts)
  const { moment } = useFormats()
  return (
    <>
      {of.suspenduPour && <Alert color="red">{texts[of.suspenduPour]}</Alert>}
      {of.actif && of.enEchecDepuis && (
        <Alert color="yellow">{texts.failing(moment(of.enEchecDepuis))}</Alert>
      )}
      <Facts
        of={[
          [texts.state, <WebhookState key="state" of={of} />],
          [texts.url, of.url],
          [texts.events, of.types === null ? texts.allEvents : of.types.join(', ')],
          [texts.made, moment(of.createdAt)],
        ]}
      />
      {of.ancienSecretJusquA && Date.parse(of.ancienSecretJusquA) > Date.now() && (
        <Text size="sm">{texts.former(moment(of.ancienSecretJusquA))}</Text>
      )}
    </>
  )
}
