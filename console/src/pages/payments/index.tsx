import { Route, Switch } from 'wouter'
import { PaymentList } from './list.tsx'
import { PaymentPage } from './payment.tsx'

/** The list of payments and refunds with their outcomes, and the page of one. */
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
