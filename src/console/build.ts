import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { deepImports } from './deep-imports.ts'
import { keepBuild, keptBuild, versionOf } from './kept.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENTRY = 'console/src/main.tsx'

/** A file of the console as it is sent: as it is, and compressed once. */
export type BuiltFile = { name: string; type: string; plain: Buffer; brotli: Buffer; gzip: Buffer }
/**
 * `script`, `parts`, which it names, and `styles` are what the page loads first; the script asks for the other files
 * as they are needed.
 */
export type Built = { script: string; parts: string[]; styles: string[]; files: BuiltFile[] }

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function compressed(name: string, contents: Uint8Array): Promise<BuiltFile> {
  const plain = Buffer.from(contents)
  const [brotli, gzipped] = await Promise.all([
    toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    toGzip(plain, { level: 9 }),
  ])
  return {
    name,
    type: TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
    plain,
    brotli,
    gzip: gzipped,
  }
}

/** The files that a file names in its `import` statements, and those that they name. */
function namedBy(file: string, outputs: Metafile['outputs'], found = new Set<string>()) {
  for (const { path, kind } of outputs[file]?.imports ?? [])
    if (kind === 'import-statement' && !found.has(path)) namedBy(path, outputs, found.add(path))
  return found
}

/** Bundles the console. The bundler is loaded for it alone: a server whose console nobody opens never reads it. */
async function bundle(): Promise<Built> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [ENTRY],
    outdir: 'out',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    plugins: [deepImports],
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  // What is bundled has its entry among its outputs.
  const [script, first] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === ENTRY)!
  return {
    script: baseName(script),
    parts: [...namedBy(script, metafile.outputs)].map(baseName),
    styles: first.cssBundle ? [baseName(first.cssBundle)] : [],
    files: await Promise.all(outputFiles.map(({ path, contents }) => compressed(baseName(path), contents))),
  }
}

/** The console as it was built from these sources before, or built now and kept. Throws what the bundler says. */
export async function buildConsole(): Promise<Built> {
  const version = await versionOf(ROOT)
  const kept = await keptBuild(ROOT, version)
  if (kept) return kept
  const built = await bundle()
  await keepBuild(ROOT, version, built)
  return built
}
