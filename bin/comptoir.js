#!/usr/bin/env node
import { launch } from '../launcher/launch.js'

launch('src/cli.ts', process.argv.slice(2))
