import { Route, Switch } from 'wouter'
import { PaymentList } from './list.tsx'
import { PaymentPage } from './payment.tsx'

/** Payments and refunds: all of them with their outcomes, and one. */
export default function Payments() {
  return (
    <Switch>
      <Route path="/:id">{({ id }) => <PaymentPage key={id} id={Number(id)} />}</Route>
      <Route>
        <PaymentList />
      </Route>
    </Switch>
  )
}
