import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Metafile } from 'esbuild'
import { keepBuild, keptBuild, versionOf } from './kept.ts'
import type { Built, BuiltFile, WebApp } from './web-app.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

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

/** The bundler is loaded for this alone: a server whose web apps nobody opens never reads it. */
async function bundle({ entry, jsx, plugins = [] }: WebApp): Promise<Built> {
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outdir: 'out',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: jsx,
    minify: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    plugins,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  // What is bundled has its entry among its outputs.
  const [script, first] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)!
  return {
    script: baseName(script),
    parts: [...namedBy(script, metafile.outputs)].map(baseName),
    styles: first.cssBundle ? [baseName(first.cssBundle)] : [],
    files: await Promise.all(outputFiles.map(({ path, contents }) => compressed(baseName(path), contents))),
  }
}

/** A web app as it was built from these sources before, or built now and kept. Throws what the bundler says. */
export async function buildWebApp(app: WebApp): Promise<Built> {
  const version = await versionOf(ROOT, app)
  const kept = await keptBuild(ROOT, app, version)
  if (kept) return kept
  const built = await bundle(app)
  await keepBuild(ROOT, app, version, built)
  return built
}
