import { Route, Switch } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { headersOf, requiredHeadersOf } from '../../parts/exports/record-columns.ts'
import { Imports } from '../../parts/imports/imports.tsx'
import { Run } from '../../parts/imports/run.tsx'
import type { ImportSource } from '../../parts/imports/source.ts'
import { stockTexts } from '../../stock/texts.ts'
import { Reservations } from './reservations.tsx'
import { Shelves } from './shelves.tsx'
import { Tabs } from './tabs.tsx'

const path = '/api/v1/privee/stocks/imports'
const calls = {
  list: (page: number) => answerOf(api.GET(path, { params: { query: { page, limit: 20 } } })),
  get: (id: number) => answerOf(api.GET(`${path}/{id}`, { params: { path: { id } } })),
  keep: (id: number) =>
    answerOf(api.PATCH(`${path}/{id}`, { params: { path: { id } }, body: { dryRun: false } })),
  giveUp: (id: number) => answerOf(api.DELETE(`${path}/{id}`, { params: { path: { id } } })),
  readRefused: (id: number) =>
    answerOf(api.GET(`${path}/{id}/lignes-refusees`, { params: { path: { id } } })),
}

/** Stocks of the stores, reserved quantities and imports of counts. */
export default function Stocks() {
  const words = useTexts(stockTexts)
  const source: ImportSource = {
    ...calls,
    name: 'stocks',
    changes: ['stocks'],
    kinds: [
      {
        ...{ nature: 'stocks', label: words.stocks, path: '/api/v1/privee/stocks/import', hasModes: false },
        ...{ headers: headersOf('stocks'), required: requiredHeadersOf('stocks') },
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
