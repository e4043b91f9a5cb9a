import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import { afterwards } from './afterwards.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

type Files = Record<string, string | object>

/** Writes files below a folder, objects as JSON. A file whose name ends with `bin/node` is executable. */
export function writeFiles(folder: string, files: Files) {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), {
      mode: name.endsWith('bin/node') ? 0o755 : 0o644,
    })
  }
}

export type Entry = { version: string; resolved: string; integrity: string }

/**
 * Starts an npm registry. After `hold`, requests wait for `release`; after `close`, its address refuses connections
 * until `open`.
 */
export async function openRegistry() {
  const tarballs = new Map<string, Buffer>()
  const requests: string[] = []
  let blocked: Promise<void> | undefined
  let release = () => {}
  const server = createServer(async ({ url = '' }, reply) => {
    requests.push(url)
    await blocked
    const tarball = tarballs.get(url)
    reply.writeHead(tarball ? 200 : 404).end(tarball)
  })
  const listen = async (port = 0) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen()
  const { port } = server.address() as AddressInfo
  afterwards(() => {
    release()
    server.closeAllConnections()
    server.close()
  })

  return {
    requests,
    /** Adds a package and returns its lock file entry. */
    async add(name: string, files: Files, version = '1.0.0'): Promise<Entry> {
      const folder = createTemporaryFolder('package')
      writeFiles(folder, { 'package/package.json': { name, version }, ...prefixed(files) })
      const path = join(folder, 'package.tgz')
      await create({ gzip: true, cwd: folder, file: path }, ['package'])
      const tarball = readFileSync(path)
      const url = `/${name}/-/${name}-${version}.tgz`
      tarballs.set(url, tarball)
      const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
      return { version, resolved: `http://127.0.0.1:${port}${url}`, integrity }
    },
    hold() {
      blocked = new Promise(resolve => {
        release = resolve
      })
    },
    release: () => release(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    open: () => listen(port),
  }
}

const prefixed = (files: Files) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`package/${name}`, content]))
