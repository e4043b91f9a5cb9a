import { Route, Switch } from 'wouter'
import { OrderList } from './list.tsx'
import { OrderPage } from './order.tsx'

/** Orders: all of them, and one with its whole life. */
export default function Orders() {
  return (
    <Switch>
      <Route path="/:ordreId">{({ ordreId }) => <OrderPage key={ordreId} ordreId={ordreId} />}</Route>
      <Route>
        <OrderList />
      </Route>
    </Switch>
  )
}
