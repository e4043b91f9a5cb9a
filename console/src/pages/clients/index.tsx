import { Anchor } from '@mantine/core'
import { Link, Route, Switch } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { Imports } from '../../parts/imports/imports.tsx'
import { Run } from '../../parts/imports/run.tsx'
import { useMay } from '../../shell/session.tsx'
import { ClientPage } from './client.tsx'
import { useClientImports } from './imports.ts'
import { ClientList } from './list.tsx'
import { clientTexts } from './texts.ts'

/** The list of customers, the page of one customer, and the imports of customers. */
export default function Clients() {
  const texts = useTexts(clientTexts)
  const may = useMay()
  const source = useClientImports()
  const back = (
    <Anchor component={Link} href="/" size="sm">
      {texts.backToList}
    </Anchor>
  )
  return (
    <Switch>
      {may('admin') && (
        <Route path="/imports">
          <Imports source={source} base="/imports" back={back} />
        </Route>
      )}
      {may('admin') && (
        <Route path="/imports/:id">
          {({ id }) => <Run key={id} source={source} base="/imports" id={Number(id)} />}
        </Route>
      )}
      <Route path="/:id">{({ id }) => <ClientPage key={id} id={id} />}</Route>
      <Route>
        <ClientList />
      </Route>
    </Switch>
  )
}
