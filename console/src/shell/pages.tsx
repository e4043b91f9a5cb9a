import { Anchor, Text } from '@mantine/core'
import { Suspense } from 'react'
import { Link, Redirect, Route, Switch } from 'wouter'
import { useTexts } from '../language/language.tsx'
import { PAGES, PAGES_PER_STORE } from '../pages/index.ts'
import { Boundary } from '../parts/boundary.tsx'
import { Loading } from '../parts/loading.tsx'
import { useMay, useSession } from './session.tsx'
import { shellTexts } from './texts.ts'

/** The pages that the user's rights include. */
export function useOwnPages() {
  const may = useMay()
  const { magasins } = useSession()
  return PAGES.filter(
    ({ rights, path }) => may(...rights) && (magasins === null || PAGES_PER_STORE.includes(path)),
  )
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
