import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { provideProgram } from '../servers/programs.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

const promtool = await provideProgram('promtool', 'prometheus')
const skip = promtool ? false : 'no promtool, and none can be installed'
const folder = fileURLToPath(new URL('../../deploy/prometheus/', import.meta.url))
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const run = promisify(execFile)

type Case = { alertname: string; exp_alerts: unknown[] }

test('every alert is tested firing and not firing', () => {
  const { groups }: { groups: { rules: { alert: string }[] }[] } = parse(read('alerts.yaml'))
  const { tests }: { tests: { alert_rule_test: Case[] }[] } = parse(read('alerts.test.yaml'))
  const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test)
  const names = (firing: boolean) => [
    ...new Set(cases.filter(each => each.exp_alerts.length > 0 === firing).map(each => each.alertname)),
  ]
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort()
  assert.deepEqual(names(true).sort(), alerts)
  assert.deepEqual(names(false).sort(), alerts)
})

test('the alerts pass their tests', { skip }, async () => {
  await run(promtool!, ['check', 'rules', 'alerts.yaml'], { cwd: folder })
  await run(promtool!, ['test', 'rules', 'alerts.test.yaml'], { cwd: folder })
})

test('the configuration of Prometheus is valid', { skip }, async () => {
  // Headers require Prometheus 2.55, and Debian 12 has 2.42.
  const config = read('prometheus.yaml').replace(/^ {4}http_headers:\n( {6}.*\n)+/m, '')
  const copy = createTemporaryFolder('prometheus')
  writeFileSync(join(copy, 'prometheus.yaml'), config)
  writeFileSync(join(copy, 'alerts.yaml'), read('alerts.yaml'))
  await run(promtool!, ['check', 'config', 'prometheus.yaml'], { cwd: copy })
})
