import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const readSource = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')
const matchesIn = (text: string, expression: RegExp) =>
  [...text.matchAll(expression)].map(([, found = '']) => found)

/** The addresses of a menu entry's own router, below the entry's. */
const nestedRoutes = (folder: string) =>
  globSync(`console/src/pages/${folder}/*.tsx`, { cwd: ROOT }).flatMap(path =>
    matchesIn(readSource(path), /<Route path="([^"]+)"/g),
  )

/** Every address that the console's routers know, below `/console`. They are read from the sources: Node.js runs no JSX. */
export function consoleRoutes(): string[] {
  const menu = readSource('console/src/pages/index.ts')
  const paths = matchesIn(menu, /^ +(?:path: |entry\(\s*)?'(\/\w+)',/gm)
  const folders = matchesIn(menu, /import(?: Today from |\()'\.\/(\w+)\/index\.tsx'/g)
  if (paths.length !== folders.length) throw new Error(`${paths} are not the pages of ${folders}`)
  return paths.flatMap((path, i) => [
    path,
    ...nestedRoutes(folders[i] ?? '').flatMap(nested => (nested === '/' ? [] : `${path}${nested}`)),
  ])
}

/** Every address that the shop front's router knows, below the shop's own. */
export const storefrontRoutes = () =>
  ['pages', 'account'].flatMap(folder =>
    matchesIn(readSource(`examples/storefront/src/${folder}/index.ts`), /\{ path: '([^']+)'/g),
  )

/** The route of an address: as in routers, one without parameters comes first. */
export const routeOf = (routes: readonly string[], path: string) =>
  routes.find(route => route === path) ??
  routes.find(route => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
