import { Alert, Anchor, List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { useMayInAllStores } from '../../shell/session.tsx'
import { useSetupState } from '../shop/state.ts'
import { todayTexts } from './texts.ts'

const WAITING = { params: { query: { statut: 'a_envoyer', limit: 1 } } } as const

/** Steps of the set-up that are missing, for administrators; nothing once all are done. */
export function Missing() {
  const texts = useTexts(todayTexts)
  const { count } = useFormats()
  const mayInAllStores = useMayInAllStores()
  const isAdministrator = mayInAllStores('admin')
  const state = useSetupState(isAdministrator)
  const waiting = useQuery({
    queryKey: ['mails', 'waiting'],
    queryFn: async () => (await answerOf(api.GET('/api/v1/privee/courriels', WAITING))).total,
    enabled: isAdministrator && state.sendsMails === false,
  })
  const mails = waiting.data ?? 0
  const missing = [
    !state.isClaimed && texts.noAdministrator,
    state.canInvoice === false && texts.noInvoices,
    state.sendsMails === false && (mails > 0 ? texts.mailsWait(count(mails), mails) : texts.noMails),
    state.stores === 0 && texts.noStores,
    state.products === 0 && texts.noProducts,
  ].filter(text => text !== false)
  if (!isAdministrator || missing.length === 0) return null
  return (
    <Alert color="yellow" title={texts.missing}>
      <List mb="xs">
        {missing.map(text => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
      <Anchor component={Link} href="~/console/boutique/mise-en-service" c="inherit" underline="always">
        {texts.setUp}
      </Anchor>
    </Alert>
  )
}
