import { styleText } from 'node:util'
import { createClient, type Remote } from './http.ts'
import { type Reporter, ScenarioError } from './scenario/client.ts'
import { playScenario } from './scenario/play.ts'

const WIDTH = 150
const short = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text
}

/** Returns a reporter that prints the scenario on the terminal, call by call. */
function onTerminal(): Reporter {
  let step = 0
  return {
    step: title => console.log(`\n${styleText('bold', `${++step}. ${title}`)}`),
    call({ method, path, body, status, answer }) {
      console.log(`   ${method} ${path}${body === undefined ? '' : ` ${styleText('dim', short(body))}`}`)
      console.log(`   ${styleText('dim', `→ ${status} ${short(answer)}`)}`)
    },
    holds: what => console.log(`   ${styleText('green', '✔')} ${what}`),
    waiting: what => {
      if (process.stdout.isTTY) process.stdout.write(styleText('dim', `   … ${what}\r`))
    },
  }
}

/** Runs one purchase against a running server. Exits with code 1 at the first failed expectation. */
export async function runDemo({ search, ...remote }: Remote & { search?: string }) {
  const start = performance.now()
  try {
    await createClient(remote).call('GET', '/health')
    await playScenario(remote, onTerminal(), { search })
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    console.log(`   ${styleText('red', '✖')} ${error.message}`)
    process.exit(1)
  }
  console.log(
    `\n${styleText('green', '✔')} Purchase completed in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  )
}
