import { Route, Switch } from 'wouter'
import { ClientPage } from './client.tsx'
import { ClientList } from './list.tsx'

/** The list of customers, and the page of one customer. */
export default function Clients() {
  return (
    <Switch>
      <Route path="/:id">{({ id }) => <ClientPage key={id} id={id} />}</Route>
      <Route>
        <ClientList />
      </Route>
    </Switch>
  )
}
