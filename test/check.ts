import { spawn } from 'node:child_process'
import { generateInterface } from './support/client.ts'

/** `npm run check` runs formatting, lint, types and boundaries concurrently; only a failed check prints its output. */
const checks: Record<string, string[]> = {
  'format and lint': ['node_modules/.bin/biome', 'check', '--error-on-warnings'],
  types: ['node_modules/.bin/tsc'],
  'types of the console': ['node_modules/.bin/tsc', '-p', 'console'],
  'types of the shop front': ['node_modules/.bin/tsc', '-p', 'examples/storefront'],
  boundaries: [process.execPath, '--test', '--test-reporter=dot', 'test/boundaries.test.ts'],
}

const run = (name: string, [file, ...args]: string[]) =>
  new Promise<boolean>(resolve => {
    const child = spawn(file!, args, {
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.on('error', error => (output += error.message))
    child.on('close', code => {
      console.log(`${code === 0 ? '✔' : '✖'} ${name}`)
      if (code !== 0) console.log(output)
      resolve(code === 0)
    })
  })

// The client's types are not checked in, and the commands and the web apps import them.
await generateInterface()
const results = await Promise.all(Object.entries(checks).map(([name, command]) => run(name, command)))
process.exitCode = results.every(Boolean) ? 0 : 1
