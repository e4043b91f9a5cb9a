import { type Remote, serverAt } from './http.ts'
import { type Reporter, ScenarioError } from './scenario/client.ts'
import { playScenario } from './scenario/play.ts'

const WIDTH = 150
const colour = (code: number) => (text: string) =>
  process.stdout.hasColors?.() ? `\x1b[${code}m${text}\x1b[0m` : text
const bold = colour(1)
const dim = colour(2)
const green = colour(32)
const red = colour(31)

const short = (value: unknown) => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text
}

/** Prints the scenario on the terminal, call by call. */
function onTerminal(): Reporter {
  let step = 0
  return {
    step: title => console.log(`\n${bold(`${++step}. ${title}`)}`),
    call({ method, path, body, status, answer }) {
      console.log(`   ${method} ${path}${body === undefined ? '' : ` ${dim(short(body))}`}`)
      console.log(`   ${dim(`→ ${status} ${short(answer)}`)}`)
    },
    holds: what => console.log(`   ${green('✔')} ${what}`),
    waiting: what => {
      if (process.stdout.isTTY) process.stdout.write(dim(`   … ${what}\r`))
    },
  }
}

/** Runs one purchase against a running server. Exits with code 1 at the first failed expectation. */
export async function demo({ search, ...remote }: Remote & { search?: string }) {
  const start = performance.now()
  try {
    await serverAt(remote).call('GET', '/health')
    await playScenario(remote, onTerminal(), { search })
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    console.log(`   ${red('✖')} ${error.message}`)
    process.exit(1)
  }
  console.log(`\n${green('✔')} The whole purchase, in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
