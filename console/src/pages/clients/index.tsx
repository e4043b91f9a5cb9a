import { Route, Switch } from 'wouter'
import { ClientPage } from './client.tsx'
import { ClientList } from './list.tsx'

/** Customers: all of them, and one with everything about them. */
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
