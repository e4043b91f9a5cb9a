import { Route, Switch } from 'wouter'
import { useMay } from '../../shell/session.tsx'
import { MethodEditor } from './editor.tsx'
import { MethodList } from './list.tsx'
import { MethodPage } from './method.tsx'

/** Delivery methods: visible to staff of the shop, editable with the right `catalogue`. */
export default function Delivery() {
  const may = useMay()
  return (
    <Switch>
      <Route path="/">
        <MethodList />
      </Route>
      {may('catalogue') && (
        <Route path="/nouveau">
          <MethodEditor />
        </Route>
      )}
      <Route path="/:code">{({ code }) => <MethodPage key={code} code={code} />}</Route>
    </Switch>
  )
}
