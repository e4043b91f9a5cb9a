import { consoleApp } from '../console/console.ts'
import { SERVED, storefront } from '../storefront/storefront.ts'
import { buildWebApp, needsPackages } from '../webapps/build.ts'

/** Builds the console and the shop front, so that nobody waits for them; says what their first views weigh. */
export async function build() {
  for (const app of [consoleApp, storefront(SERVED)]) {
    if (await needsPackages(app)) console.error('Installing the packages of console and shop front…')
    const { script, style, files } = await buildWebApp(app)
    const bytes = (names: readonly string[]) =>
      files.filter(({ name }) => names.includes(name)).reduce((sum, { gzip }) => sum + gzip.length, 0)
    const kB = (n: number) => `${Math.round(n / 1000)} kB`
    console.log(
      `${app.title} is built: ${files.length} files, ${kB(bytes(files.map(({ name }) => name)))} compressed, ${kB(bytes([script, style]))} of it first`,
    )
  }
}
