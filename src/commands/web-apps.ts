import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../platform/problem.ts'
import { withoutFinalSlashes } from '../platform/text.ts'
import { BUNDLE, buildServer, fillCompileCache } from '../release/build-server.ts'
import { buildWebApp, needsPackages } from '../webapps/build.ts'
import { consoleApp } from '../webapps/console.ts'
import { createStorefront, SERVED_STOREFRONT, type Storefront } from '../webapps/storefront.ts'

/** Bundles the server, the console and the shop front; prints the sizes of the web apps and of their first views. */
export async function build() {
  for (const app of [consoleApp, createStorefront(SERVED_STOREFRONT)]) {
    if (await needsPackages(app)) console.error('Installing the packages of console and shop front…')
    const { script, style, files } = await buildWebApp(app)
    const bytes = (names: readonly string[]) =>
      files.filter(({ name }) => names.includes(name)).reduce((sum, { gzip }) => sum + gzip.length, 0)
    const kB = (n: number) => `${Math.round(n / 1000)} kB`
    console.log(
      `${app.title} built: ${files.length} files, ${kB(bytes(files.map(({ name }) => name)))} compressed, ${kB(bytes([script, style]))} of which for the first view`,
    )
  }
  await buildServer(BUNDLE)
  await fillCompileCache(BUNDLE)
  console.log('Server built; start it with: node dist/comptoir.js serve')
}

/**
 * Writes the shop front as files for another host and returns their number. Static hosts respond with `404.html` to an
 * address without a file; it is the same page as `index.html`, whose script evaluates the address.
 */
export async function writeStorefront(folder: string, options: Storefront) {
  const app = createStorefront(options)
  const built = await buildWebApp(app)
  const { markup } = app.page(built, '')
  await mkdir(join(folder, 'fichiers'), { recursive: true })
  await Promise.all([
    ...['index.html', '404.html'].map(name => writeFile(join(folder, name), markup)),
    ...built.files.map(({ name, plain }) => writeFile(join(folder, 'fichiers', name), plain)),
  ])
  const staticFiles = app.staticFiles?.make(built) ?? []
  await Promise.all(staticFiles.map(({ name, text }) => writeFile(join(folder, name), text)))
  return built.files.length + 2 + staticFiles.length
}

type StorefrontOptions = { api: string; base: string; shop: string; payment: string }

/** Writes the shop front for the options of the command line, and prints the settings that the platform needs for it. */
export async function exportStorefront(folder: string, { api, base, shop, payment }: StorefrontOptions) {
  if (!URL.canParse(api) || !/^https?:/.test(api))
    throw new StartError(`--api is ${api}; it must be an address such as https://api.example`)
  if (!/^(\/[\w.-]+)*\/?$/.test(base))
    throw new StartError(`--base is ${base}; it must be a path such as /boutique`)
  const { origin } = new URL(api)
  const written = await writeStorefront(folder, {
    ...{ shop: () => shop, api: origin, base: withoutFinalSlashes(base) },
    payment: payment === 'frame' ? 'frame' : 'redirect',
  })
  console.log(`${written} files in ${folder}. The platform at ${origin} accepts their requests with
  COMPTOIR_SHOP_ORIGINS=<their origin>     API calls
  COMPTOIR_RETURN_ORIGINS=<their origin>   return from the payment page, and embedding it`)
}
