import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STYLES = `${ROOT}/node_modules/@mantine/core/styles`
/** Styles that belong to no single component. */
const EVERYWHERE = ['baseline', 'default-css-variables', 'global', 'InlineInput']

/** Lists the names of the library's components in a bundle of the whole console, with repetitions. */
async function bundledComponents(): Promise<string[]> {
  const { output } = await build({
    input: 'console/src/main.tsx',
    cwd: ROOT,
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  })
  const modules = output.flatMap(file => (file.type === 'chunk' ? file.moduleIds : []))
  return modules.flatMap(name => /@mantine\/core\/esm\/components\/([^/]+)\//.exec(name)?.[1] ?? [])
}

test('the library’s styles are exactly those of the components in use', async () => {
  const used = new Set(await bundledComponents())
  const wanted = [...used].filter(name => existsSync(`${STYLES}/${name}.css`))
  const listed = readFileSync(`${ROOT}/console/src/mantine.css`, 'utf8').matchAll(/styles\/([\w-]+)\.css/g)
  assert.ok(used.size > 30)
  assert.deepEqual([...listed].map(([, name]) => name).sort(), [...EVERYWHERE, ...wanted].sort())
})
