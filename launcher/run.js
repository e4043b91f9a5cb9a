#!/usr/bin/env node
import { launch } from './launch.js'
import { root } from './root.js'

const [script, ...args] = process.argv.slice(2)
if (!script) {
  console.error('usage: node launcher/run.js SCRIPT [ARGUMENT…]')
  process.exit(1)
}
launch(script, args, { cwd: root })
