import { Anchor, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Link, Redirect, Route, Switch } from 'wouter'
import { useTexts } from '../language/language.tsx'
import { GROUPS } from '../pages/groups.ts'
import { PAGES, PAGES_PER_STORE } from '../pages/index.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Loading } from '../parts/loading.tsx'
import { useMay, useSession } from './session.tsx'
import { shellTexts } from './texts.ts'

const MissingRight = lazy(() => import('./missing-right.tsx'))

/** The pages that the user's rights include. */
export function useOwnPages() {
  const may = useMay()
  const { magasins } = useSession()
  return PAGES.filter(
    ({ rights, path }) => may(...rights) && (magasins === null || PAGES_PER_STORE.includes(path)),
  )
}

/** The groups of the menu with the user's own pages, without those that would be empty. */
export function useOwnGroups() {
  const own = useOwnPages()
  return GROUPS.map(group => ({
    ...group,
    pages: group.pages.flatMap(([path, Icon]) => {
      const page = own.find(page => page.path === path)
      return page ? [{ ...page, Icon }] : []
    }),
  })).filter(({ pages }) => pages.length > 0)
}

/** The page of the current address; its files are loaded on first use. */
export function Pages() {
  const texts = useTexts(shellTexts)
  const pages = useOwnPages()
  const first = pages[0]
  if (!first) return <Text>{texts.nothingAllowed}</Text>
  return (
    <Boundary>
      <Suspense fallback={<Loading />}>
        <Switch>
          {pages.map(({ path, Page }) => (
            <Route key={path} path={path} nest>
              <Page />
            </Route>
          ))}
          <Route path="/">
            <Redirect to={first.path} replace />
          </Route>
          {PAGES.filter(page => !pages.includes(page)).map(page => (
            <Route key={page.path} path={page.path} nest>
              <MissingRight page={page} />
            </Route>
          ))}
          <Route>
            <Text mb="sm">{texts.nothingHere}</Text>
            <Anchor component={Link} href="/">
              {texts.start}
            </Anchor>
          </Route>
        </Switch>
      </Suspense>
    </Boundary>
  )
}
