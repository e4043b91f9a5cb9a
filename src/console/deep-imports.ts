import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'esbuild'

const PACKAGES = ['@mantine/core', '@mantine/hooks']
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["'];?/g

/** Where each name of a package is written: its main module brings them all together by an import each. */
async function homesOf(name: string): Promise<Map<string, string>> {
  const index = fileURLToPath(import.meta.resolve(name))
  const homes = new Map<string, string>()
  for (const [, names = '', path = ''] of (await readFile(index, 'utf8')).matchAll(IMPORT))
    for (const each of names.split(','))
      homes.set(each.trim(), path.startsWith('.') ? join(dirname(index), path) : path)
  return homes
}

/**
 * The bundler counts all that a module names as used by whoever imports that module, so the one module that names
 * every component would bring what any page uses into the first view. Imports are led past it, to where each name is written.
 */
export const deepImports: Plugin = {
  name: 'deep-imports',
  async setup({ onLoad }) {
    const homes = new Map(await Promise.all(PACKAGES.map(async name => [name, await homesOf(name)] as const)))
    onLoad({ filter: /console[/\\]src[/\\].*\.tsx?$|@mantine[/\\].*\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      const contents = text.replace(IMPORT, (whole, names: string, from: string) => {
        const known = homes.get(from)
        if (!known) return whole
        const home = (name: string) => known.get(name.split(' as ')[0] ?? '') ?? from
        return names
          .split(',')
          .map(name => name.trim())
          .filter(name => name !== '' && !name.startsWith('type '))
          .map(name => `import{${name}}from${JSON.stringify(home(name))};`)
          .join('')
      })
      return { contents, loader: path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}
