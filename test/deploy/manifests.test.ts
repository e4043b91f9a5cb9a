import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { serverFlags } from '../../launcher/flags.js'
import { areaNames, areas } from '../../src/areas.ts'
import { openForInspection } from '../../src/commands/openapi.ts'
import { type Config, findAreaErrors, readConfig, settingsOf } from '../../src/config.ts'
import { findSecurityErrors } from '../../src/platform/production.ts'
import { listCalledAreas, listCallingAreas } from '../support/deploy/asks.ts'
import { renderManifests } from '../support/deploy/kubernetes.ts'
import {
  type Manifest,
  readCompose,
  readManifests,
  validateCompose,
  validateManifest,
} from '../support/deploy/validate.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const FOLDER = 'deploy/kubernetes'
const fileOf = (area: string) => `${FOLDER}/areas/${area}.yaml`

const settings = Object.values(settingsOf(areas)).flatMap(({ properties }) =>
  Object.values(properties).map(({ env }) => env),
)
const unknown = (names: readonly string[]) =>
  names.filter(name => !settings.includes(name) && name !== 'NODE_ENV')

test('the manifests of each area match its declarations', async t => {
  const app = await openForInspection()
  await app.close()
  for (const area of areaNames)
    t.assert.fileSnapshot(renderManifests(area, app.channels), fileOf(area), { serializers: [text => text] })
})

test('each manifest is valid by Kubernetes’ own schemas', async () => {
  const files = [
    ...areaNames.map(fileOf),
    ...['namespace', 'network', 'gateway'].map(name => `${FOLDER}/${name}.yaml`),
  ]
  for (const file of files)
    for (const manifest of readManifests(file))
      assert.deepEqual(await validateManifest(manifest), [], `${file} ${manifest.kind}`)
})

test('the Ingress of docs/deploy.md is valid', async () => {
  const [, ingress = ''] =
    /^```yaml\n(apiVersion: networking[\s\S]*?)^```/m.exec(read('docs/deploy.md')) ?? []
  assert.deepEqual(await validateManifest(parse(ingress)), [])
})

test('a start accepts the settings of Kubernetes with the Secret of docs/deploy.md', () => {
  const assigned = read(`${FOLDER}/settings.env`).matchAll(/^(\w+)=(.*)$/gm)
  const secrets = [...read('docs/deploy.md').matchAll(/--from-literal=([A-Z]\w+)=/g)].map(([, name]) => name!)
  assert.ok(secrets.length > 5)
  const env = {
    ...Object.fromEntries([...assigned].map(([, name, value]) => [name, value])),
    ...Object.fromEntries(secrets.map(name => [name, 'x'.repeat(32)])),
    ...{ AMQP_URL: 'amqp://mq', COMPTOIR_SMTP_URL: 'smtps://mail' },
  }
  const rules = (config: Config) => [...findSecurityErrors(config), ...findAreaErrors(config, areas)]
  assert.deepEqual(readConfig(env, areas, rules).unknown, [])
})

test('an invalid manifest is reported', async () => {
  const [deployment] = readManifests(fileOf('orders')) as [Manifest]
  assert.match(
    (await validateManifest({ ...deployment, spec: { replicas: 'two' } })).join(),
    /replicas|selector/,
  )
  assert.match((await validateManifest({ ...deployment, kind: 'Deploiement' })).join(), /There is no/)
})

test('the kustomization names every file in its folder, and its settings are known', () => {
  const kustomization = read(`${FOLDER}/kustomization.yaml`)
  for (const file of globSync(`${FOLDER}/**/*.yaml`)) {
    const name = file.slice(FOLDER.length + 1)
    if (!['kustomization.yaml', 'prometheus-adapter.yaml'].includes(name))
      assert.ok(kustomization.includes(`- ${name}\n`), name)
  }
  const given = read(`${FOLDER}/settings.env`)
    .trim()
    .split('\n')
    .map(line => line.split('=', 1)[0]!)
  assert.deepEqual(unknown(given), [])
  for (const area of areaNames) assert.ok(given.includes(`COMPTOIR_${area.toUpperCase()}_URL`), area)
})

type Peer = { podSelector?: { matchLabels: Record<string, string> } }
type Rules = { ingress: { from: Peer[] }[]; egress: { to?: Peer[] }[] }

const areasIn = (peers: Peer[] = []) =>
  peers
    .flatMap(({ podSelector }) => podSelector?.matchLabels['app.kubernetes.io/name'] ?? [])
    .filter(name => areaNames.includes(name))
    .sort()

test('the network policies allow exactly the calls between areas', () => {
  for (const area of areaNames) {
    const policy = readManifests(fileOf(area)).find(({ kind }) => kind === 'NetworkPolicy')
    const { ingress, egress } = policy!.spec as Rules
    assert.deepEqual(areasIn(ingress[0]?.from), listCallingAreas(area).sort(), `callers of ${area}`)
    assert.deepEqual(areasIn(egress[0]?.to), listCalledAreas(area), `areas that ${area} calls`)
  }
})

test('docs/operations.md lists the calls between areas as the code declares them', () => {
  const table = read('docs/operations.md').split('| serving ')[1]?.split('\n\n')[0] ?? ''
  const rows = table.split('\n').map(line => line.split('|').map(cell => cell.trim()))
  for (const area of areaNames) {
    const row = rows.find(([, serving = '']) => serving.split(', ').includes(area))
    const documented = areaNames.filter(other => new RegExp(`\\b${other}\\b`).test(row?.[2] ?? ''))
    const { calls = [], asksHolders } = areas.find(({ name }) => name === area)!
    if (asksHolders) assert.match(row?.[2] ?? '', /every area/)
    else assert.deepEqual(documented, [...calls].sort(), area)
  }
})

test('compose.yaml is valid by the schema of its specification, and its mounted files exist', () => {
  const file = 'deploy/compose.yaml'
  const compose = readCompose(file)
  assert.deepEqual(validateCompose(compose), [])
  assert.notDeepEqual(validateCompose({ ...compose, services: { shop: { replicas: 3 } } }), [])
  const mounted = [...read(file).matchAll(/[ "](\.\/[^:"\n]+):/g)].map(([, path = '']) => path)
  for (const path of mounted) assert.ok(existsSync(join('deploy', path)), path)
  const names = Object.keys(compose.services.comptoir.environment)
  assert.deepEqual(unknown(names), [])
  for (const [, name = ''] of read(file).matchAll(/\$\{(\w+):\?/g))
    assert.match(read('deploy/env.example'), new RegExp(`^${name}=`, 'm'))
})

test('the Dockerfile has no fault, runs as an unprivileged user, and copies existing files', () => {
  const dockerfile = read('deploy/Dockerfile')
  assert.deepEqual(
    validate(dockerfile).map(({ message }) => message),
    [],
  )
  assert.notDeepEqual(validate('FORM node:26'), [])
  assert.match(dockerfile.split(/^FROM /m).at(-1)!, /^USER node$/m)
  for (const [, files = ''] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const path of files.split(' ')) assert.ok(existsSync(path), path)
  const [, started = ''] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? []
  assert.deepEqual(
    JSON.parse(started),
    ['node', ...serverFlags, 'dist/comptoir.js'],
    'as the launcher starts it',
  )
  for (const secret of ['.git', '.data', '.env'])
    assert.ok(read('.dockerignore').split('\n').includes(secret), secret)
})

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0

test('systemd reports nothing for the unit', { skip: analyze ? false : 'no systemd here' }, () => {
  const { output } = spawnSync('systemd-analyze', ['verify', '--man=no', 'deploy/comptoir.service'], {
    encoding: 'utf8',
  })
  const printed = output.filter(Boolean).join('')
  assert.doesNotMatch(printed, /comptoir\.service/)
  assert.match(read('deploy/comptoir.service'), /^Environment=PATH=\/opt\/comptoir\/node_modules\/\.bin:/m)
})
