import { Anchor } from '@mantine/core'
import { Link, Route, Switch } from 'wouter'
import { Imports } from '../../parts/imports/imports.tsx'
import { Run } from '../../parts/imports/run.tsx'
import { useMay } from '../../shell/session.tsx'
import { useCatalogueImports } from './imports.ts'
import { ProductList } from './list.tsx'
import { NewProduct } from './new.tsx'
import { ProductPage } from './product.tsx'

/** Products of the shop: visible to all staff, editable with the right `catalogue`. */
export default function Products() {
  const may = useMay()
  const { source, back } = useCatalogueImports()
  const mayKeep = may('catalogue')
  return (
    <Switch>
      <Route path="/">
        <ProductList />
      </Route>
      {mayKeep && (
        <Route path="/nouveau">
          <NewProduct />
        </Route>
      )}
      {mayKeep && (
        <Route path="/imports">
          <Imports
            source={source}
            base="/imports"
            back={
              <Anchor component={Link} href="/" size="sm">
                {back}
              </Anchor>
            }
          />
        </Route>
      )}
      {mayKeep && (
        <Route path="/imports/:id">
          {({ id }) => <Run key={id} source={source} base="/imports" id={Number(id)} />}
        </Route>
      )}
      <Route path="/:id">{({ id }) => <ProductPage key={id} id={Number(id)} />}</Route>
    </Switch>
  )
}
