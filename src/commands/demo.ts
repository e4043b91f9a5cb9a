import { styleText } from 'node:util'
import type { ServerState } from '../home/page.ts'
import { StartError } from '../platform/problem.ts'
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

type DemoOptions = Remote & { search?: string; yes?: boolean; returnOrigin?: string }

/**
 * Runs one purchase against a running server. Exits with code 1 at the first failed expectation. Throws a StartError if
 * the server has API keys, unless `yes`.
 */
export async function runDemo({ search, yes = false, returnOrigin, ...remote }: DemoOptions) {
  const start = performance.now()
  if (returnOrigin !== undefined && !/^https?:$/.test(URL.parse(returnOrigin)?.protocol ?? ''))
    throw new StartError(
      `--return-origin is ${returnOrigin}; it must be an origin such as https://shop.example`,
    )
  const headers = { accept: 'application/json' }
  const { body } = await createClient(remote).call<Partial<ServerState>>('GET', '/', { headers })
  if (!yes && !body?.demonstration)
    throw new StartError(
      `The shop at ${remote.url} has API keys, so it may be a real one: the demo sells a product there and then removes the customer, the promotion and the stock that it created. Use --yes to run it`,
    )
  try {
    const returnUrl = returnOrigin === undefined ? undefined : new URL('/retour', returnOrigin).href
    await playScenario(remote, onTerminal(), { search, returnUrl })
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    console.log(`   ${styleText('red', '✖')} ${error.message}`)
    process.exit(1)
  }
  console.log(
    `\n${styleText('green', '✔')} Purchase completed in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  )
}
