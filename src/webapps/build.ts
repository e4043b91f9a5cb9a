import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deserialize, serialize } from 'node:v8'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { cacheOf, createPackages, removeOthers } from './packages.ts'
import type { Build, BuiltFile, WebApp } from './web-app.ts'

/** The sources that every build depends on. */
const SHARED = ['clients/typescript/src/index.ts', 'package-lock.json', 'src/webapps/*.ts']

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = cacheOf(ROOT)

/** Manages the packages of this project's web apps. */
export const packages = createPackages(ROOT)

/**
 * Returns the path of a build. It changes with the web app's sources, the client, the lock file and the bundler's code.
 */
async function placeOf({ folder }: WebApp): Promise<string> {
  const hash = createHash('sha256')
  const files = (await Array.fromAsync(glob([...SHARED, `${folder}/src/**/*.*`], { cwd: ROOT }))).sort()
  for (const file of files) hash.update(file).update(await readFile(join(ROOT, file)))
  return join(CACHE, `${basename(folder)}-${hash.digest('base64url').slice(0, 20)}`)
}

/** Returns the stored build; undefined if these sources have not been built or the build cannot be read. */
async function findBuild(place: string): Promise<Build | undefined> {
  try {
    return deserialize(await readFile(place)) as Build
  } catch {
    return undefined
  }
}

/**
 * Stores a build and removes other builds of the web app. If that fails, as in a read-only folder, the next process
 * builds again.
 */
async function storeBuild({ folder }: WebApp, place: string, built: Build) {
  try {
    await mkdir(CACHE, { recursive: true })
    // Written to a temporary file and renamed, so that another process never reads a partial build.
    await writeFile(`${place}.${process.pid}`, serialize(built))
    await rename(`${place}.${process.pid}`, place)
    await removeOthers(CACHE, `${basename(folder)}-*`, place)
  } catch {}
}

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

async function compressed(name: string, contents: Uint8Array | string): Promise<BuiltFile> {
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

/** Bundles the style and all its imports, also from packages, into one file. */
async function bundleStyle({ folder }: WebApp, require: NodeJS.Require) {
  const { bundleAsync } = require('lightningcss') as typeof import('lightningcss')
  const { code } = await bundleAsync({
    filename: join(ROOT, folder, 'src/styles.css'),
    minify: true,
    resolver: {
      resolve: (name, from) => (name.startsWith('.') ? join(dirname(from), name) : require.resolve(name)),
    },
  })
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8)
  return { name: `style-${hash}.css`, code }
}

/** The modules of the first view become one file; each page that is opened later has a separate chunk. */
async function bundleScript({ folder, jsx }: WebApp, packages: string, require: NodeJS.Require) {
  const { build } = require('rolldown') as typeof import('rolldown')
  const { output } = await build({
    input: `${folder}/src/main.tsx`,
    cwd: ROOT,
    resolve: { modules: ['node_modules', join(packages, 'node_modules')] },
    platform: 'browser',
    write: false,
    logLevel: 'silent',
    transform: {
      target: 'es2022',
      jsx: { runtime: 'automatic', importSource: jsx },
      define: { 'process.env.NODE_ENV': '"production"' },
    },
    output: {
      format: 'esm',
      minify: true,
      comments: false,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
    },
  })
  return output.filter(file => file.type === 'chunk')
}

/** The bundlers are loaded only here, so a server whose web apps are not opened never loads them. */
async function bundle(app: WebApp, packages: string): Promise<Build> {
  const require = createRequire(join(packages, 'package.json'))
  const [scripts, style] = await Promise.all([
    bundleScript(app, packages, require),
    bundleStyle(app, require),
  ])
  // A bundle contains its entry.
  const first = scripts.find(({ isEntry }) => isEntry)!
  const files = [...scripts.map(({ fileName, code }) => ({ name: fileName, code })), style]
  return {
    script: first.fileName,
    style: style.name,
    files: await Promise.all(files.map(({ name, code }) => compressed(name, code))),
  }
}

/** Whether the web app can be served only after its packages are installed, which usually takes less than a minute. */
export async function needsPackages(app: WebApp, { find } = packages): Promise<boolean> {
  return !(await findBuild(await placeOf(app))) && (await find()) === undefined
}

/** Returns the stored build of these sources, or builds and stores it. Throws an InstallError, or the bundler's error. */
export async function buildWebApp(app: WebApp): Promise<Build> {
  const place = await placeOf(app)
  const stored = await findBuild(place)
  if (stored) return stored
  const built = await bundle(app, (await packages.find()) ?? (await packages.install()))
  await storeBuild(app, place, built)
  return built
}
