import { type Call, requestOf } from './load.ts'
import type { Scenario } from './scenario.ts'

type Answer = { status: number; type: string | null; body: string }

async function ask(base: string, call: Call): Promise<Answer> {
  const response = await fetch(`${base}${call.path}`, requestOf(call))
  return { status: response.status, type: response.headers.get('content-type'), body: await response.text() }
}

/** Returns a pattern that matches the values of these JSON members: strings, and whole numbers. */
export const createMemberPattern = (...names: string[]) =>
  new RegExp(`(?<="(?:${names.join('|')})":)(?:"[^"]*"|\\d+)`, 'g')

/** Describes the first difference of two texts, with its context. */
function difference(a: string, b: string) {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 80))
  return `at character ${at}, ${around(a)} is not ${around(b)}`
}

/**
 * Throws unless the first call of a scenario gets the same status, type and bytes, except for generated values, from
 * the platform and from those of its counterparts that must return the same: the bare server, if the scenario has one,
 * and an alternative with `finds: 'same'`. A response with less content would be no fair limit.
 */
export async function assertSameAnswers(scenario: Scenario, bases: { platform: string; bare: string }) {
  const { name, platform, bare, other, madeUp } = scenario
  const told = async (base: string, call: Call) => {
    const { status, type, body } = await ask(base, call)
    return `${status} ${type} ${madeUp ? body.replace(madeUp, '…') : body}`
  }
  const counterpart = other && 'call' in other && other.finds === 'same' ? other.call : undefined
  const calls = [bare, counterpart].filter(call => call !== undefined)
  for (const call of calls) {
    const [ours, theirs] = [await told(bases.platform, platform(0)), await told(bases.bare, call(0))]
    if (ours !== theirs)
      throw new Error(`${name}: the bare server answers otherwise; ${difference(ours, theirs)}`)
  }
}
