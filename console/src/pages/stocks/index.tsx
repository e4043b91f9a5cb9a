import { Route, Switch } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { headersOf, requiredHeadersOf } from '../../parts/exports/record-columns.ts'
import { Imports } from '../../parts/imports/imports.tsx'
import { Run } from '../../parts/imports/run.tsx'
import { type ImportSource, importCalls } from '../../parts/imports/source.ts'
import { stockTexts } from '../../stock/texts.ts'
import { Reservations } from './reservations.tsx'
import { Shelves } from './shelves.tsx'
import { Tabs } from './tabs.tsx'

/** Stocks of the stores, reserved quantities and imports of counts. */
export default function Stocks() {
  const words = useTexts(stockTexts)
  const source: ImportSource = {
    ...importCalls('/api/v1/privee/stocks/imports'),
    name: 'stocks',
    changes: ['stocks'],
    kinds: [
      {
        ...{ nature: 'stocks', label: words.stocks, path: '/api/v1/privee/stocks/import', hasModes: false },
        ...{ headers: headersOf('stocks'), required: requiredHeadersOf('stocks') },
        list: { path: '/stocks', label: () => words.seeAll },
      },
    ],
  }
  return (
    <Switch>
      <Route path="/">
        <Shelves />
      </Route>
      <Route path="/reservations">
        <Reservations />
      </Route>
      <Route path="/imports">
        <Imports source={source} base="/imports" back={<Tabs />} />
      </Route>
      <Route path="/imports/:id">
        {({ id }) => <Run key={id} source={source} base="/imports" id={Number(id)} />}
      </Route>
    </Switch>
  )
}
