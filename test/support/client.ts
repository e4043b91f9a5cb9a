import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = join(root, 'clients/typescript')
const sources = ['docs/openapi/comptoir.yaml', 'docs/errors.md'].map(path => join(root, path))
const generated = join(folder, 'src/interface.ts')

const changed = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Runs a program that the client's own package installs. */
const run = (name: string, args: string[]) =>
  promisify(execFile)(join(folder, 'node_modules/.bin', name), args, { cwd: folder }).catch(error => {
    throw new Error(`${name} failed: ${error.stdout || error.message}`)
  })

/** Generates the client's types if a document is newer. Other processes may do the same concurrently. */
export async function generateInterface() {
  if (sources.every(source => changed(generated) > changed(source))) return
  await promisify(execFile)(process.execPath, ['generate.js'], { cwd: folder })
}

/** Creates a project with the client installed as published, and with the purchase of its README. */
export async function installClient() {
  await generateInterface()
  const project = mkdtempSync(join(tmpdir(), 'comptoir-client-'))
  const modules = join(project, 'node_modules')
  const installed = join(modules, 'comptoir-client')
  await run('tsc', ['--project', 'tsconfig.build.json', '--outDir', join(installed, 'dist')])
  cpSync(join(folder, 'package.json'), join(installed, 'package.json'))
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    cpSync(join(root, 'node_modules', name), join(modules, name), { recursive: true })

  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  const [, purchase = ''] = /```js\n(.*?)```/s.exec(readme) ?? []
  writeFileSync(join(project, 'purchase.js'), purchase)
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n')

  return {
    project,
    /** Compiles a program of the project that uses the client; returns the errors, or an empty text. */
    async compile(source: string): Promise<string> {
      writeFileSync(join(project, 'program.ts'), source)
      const flags = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext']
      return run('tsc', [...flags, '--lib', 'es2023,dom', join(project, 'program.ts')]).then(
        () => '',
        (error: Error) => error.message,
      )
    },
    remove: () => rmSync(project, { recursive: true, force: true }),
  }
}
