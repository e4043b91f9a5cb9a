import { lazy } from 'react'
import { Route, Switch } from 'wouter'
import { OrderList } from './list.tsx'
import { OrderPage } from './order.tsx'

const NewOrder = lazy(() => import('./new/index.tsx'))

/** The list of orders, the page of one order, and an order taken by telephone. */
export default function Orders() {
  return (
    <Switch>
      <Route path="/nouvelle">
        <NewOrder />
      </Route>
      <Route path="/:ordreId">{({ ordreId }) => <OrderPage key={ordreId} ordreId={ordreId} />}</Route>
      <Route>
        <OrderList />
      </Route>
    </Switch>
  )
}
