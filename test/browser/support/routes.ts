import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const readSource = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')
const matchesIn = (text: string, expression: RegExp) =>
  [...text.matchAll(expression)].map(([, found = '']) => found)

/** The paths in the router of a menu entry, relative to the entry. */
const nestedRoutes = (folder: string) =>
  globSync(`console/src/pages/${folder}/*.tsx`, { cwd: ROOT }).flatMap(path =>
    matchesIn(readSource(path), /<Route path="([^"]+)"/g),
  )

/** Parses all paths of the console's routers, relative to `/console`, from the sources, because Node.js runs no JSX. */
export function listConsoleRoutes(): string[] {
  const menu = readSource('console/src/pages/index.ts')
  // A second list names the pages for staff limited to stores.
  const paths = [...new Set(matchesIn(menu, /^ +(?:path: |entry\(\s*)?'(\/\w+)',/gm))]
  const folders = matchesIn(menu, /import(?: Today from |\()'\.\/(\w+)\/index\.tsx'/g)
  if (paths.length !== folders.length) throw new Error(`${paths} are not the pages of ${folders}`)
  return paths.flatMap((path, i) => [
    path,
    ...nestedRoutes(folders[i] ?? '').flatMap(nested => (nested === '/' ? [] : `${path}${nested}`)),
  ])
}

/** Parses all paths of the storefront's router, relative to the shop, from the sources. */
export const listStorefrontRoutes = () =>
  ['pages', 'account'].flatMap(folder =>
    matchesIn(readSource(`examples/storefront/src/${folder}/index.ts`), /\{ path: '([^']+)'/g),
  )

/** Returns the first route that matches a path; as in routers, one without parameters takes precedence. */
export const findRoute = (routes: readonly string[], path: string) =>
  routes.find(route => route === path) ??
  routes.find(route => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`).test(path))
