import { Route, Switch } from 'wouter'
import { OrderList } from './list.tsx'
import { OrderPage } from './order.tsx'

/** The list of orders, and the page of one order. */
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
