import { Route, Switch } from 'wouter'
import { WebhookList } from './list.tsx'
import { WebhookPage } from './webhook.tsx'

/** The list of webhooks, and one webhook with its deliveries. */
export default function Webhooks() {
  return (
    <Switch>
      <Route path="/:id">{({ id }) => <WebhookPage key={id} id={Number(id)} />}</Route>
      <Route>
        <WebhookList />
      </Route>
    </Switch>
  )
}
