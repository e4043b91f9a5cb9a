#!/usr/bin/env node
import { launch } from './launch.js'

launch('src/cli.ts', process.argv.slice(2))
