import { Route, Router, Switch } from 'wouter-preact'
import { config } from './config.ts'
import { pages } from './pages/index.ts'
import { NotFound } from './pages/not-found.tsx'
import { Boundary } from './shell/boundary.tsx'
import { Shell } from './shell/shell.tsx'

export const App = () => (
  <Router base={config.base}>
    <Shell>
      <Boundary>
        <Switch>
          {pages.map(({ path, page: ShownPage }) => (
            <Route key={path} path={path}>
              <ShownPage />
            </Route>
          ))}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Boundary>
    </Shell>
  </Router>
)
