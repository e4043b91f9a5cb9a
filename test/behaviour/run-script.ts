import { Secret, TOTP } from 'otpauth'
import { KEYS } from '../support/guarded.ts'
import type { Environment } from './environment.ts'
import { createPlaceholders } from './placeholders.ts'
import { createRenderer } from './render.ts'
import type { Call, Step } from './script.ts'

const WRONG_KEY = { 'x-api-key': 'une-cle-qui-n-existe-pas' }

/**
 * Runs the steps in order. Returns their snapshot: the headers that responses share, then one block per call, event,
 * schedule or due job, with its response and effects. Throws with the step that failed.
 */
export async function runScript(environment: Environment, steps: readonly Step[]) {
  const saved = new Map<string, unknown>([['receveur', environment.receiver.url]])
  const placeholders = createPlaceholders()
  const { renderAnswer, listHeaderSets } = createRenderer(placeholders.masked)
  const blocks: string[] = []

  const findSaved = (name: string) => {
    // The code that an authenticator app shows for the saved secret.
    if (name === 'code')
      return new TOTP({ secret: Secret.fromBase32(String(saved.get('secret'))) }).generate()
    // A tracking address has a placeholder of its own, and the script that sends one saves no value of this name.
    if (name === 'numero' && !saved.has(name)) return '{numero}'
    if (!saved.has(name)) throw new Error(`Nothing is saved as ${name}`)
    return saved.get(name)
  }
  /** Replaces placeholders by the saved values. */
  function fillIn<T>(value: T): T
  function fillIn(value: unknown): unknown {
    if (typeof value === 'string') {
      const [, whole] = /^\{(\w+)\}$/.exec(value) ?? []
      if (whole) return findSaved(whole)
      return value.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(findSaved(name)))
    }
    if (Array.isArray(value)) return value.map(fillIn)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillIn(each)]))
  }

  const credentialsOf = (as: string): Record<string, string> => {
    if (as === 'nobody') return {}
    if (as === 'admin') return KEYS.admin
    return as === 'wrong' ? WRONG_KEY : { authorization: `Bearer ${findSaved(as)}` }
  }

  async function request({ call, headers = {}, as = 'admin', stream, ...sent }: Call) {
    const [method = '', url = ''] = call.split(/ (.*)/)
    const payload = await payloadOf(sent)
    const response = await environment.shop.server.inject({
      ...{ method: method as 'GET', url },
      headers: { ...credentialsOf(as), ...payload.headers, ...headers },
      ...(payload.body === undefined ? {} : { payload: payload.body }),
      ...(stream ? { payloadAsStream: true } : {}),
    })
    const text = stream ? String((await response.stream().take(1).toArray())[0]) : response.body
    if (stream) response.raw.res.destroy()
    const { statusCode, headers: answered } = response
    const lines = [`## ${call}${as === 'admin' ? '' : ` as ${as}`}`]
    if (payload.shown) lines.push(`> ${payload.shown}`)
    lines.push(renderAnswer(statusCode, answered, text))
    return { headers: answered, text, lines }
  }

  type Answer = Awaited<ReturnType<typeof request>>

  function save({ headers, text }: Answer, block: string, wanted: Call['save'] = {}) {
    for (const [name, from] of Object.entries(wanted)) {
      const value =
        from instanceof RegExp
          ? from.exec(`${text}\n${block}`)?.[1]
          : from.startsWith('header:')
            ? headers[from.slice('header:'.length)]
            : from.split('.').reduce((part, key) => part?.[key], JSON.parse(text))
      if (value === undefined || value === null) throw new Error(`No ${from} to save in:\n${block}`)
      saved.set(name, value)
    }
  }

  async function runStep(step: Step) {
    if (typeof step === 'string') return runStep({ call: step })
    if ('seconds' in step) return environment.clock.advance(step.seconds)
    environment.clock.advance(1)
    let answer: Answer | undefined
    const lines: string[] = []
    if ('due' in step) {
      lines.push(`## due: ${step.due}`)
      await environment.runDue(step.due)
    } else if ('schedule' in step) {
      lines.push(`## schedule: ${step.schedule}`)
      await environment.shop.runSchedule(step.schedule)
    } else if ('event' in step) {
      const { event, body } = fillIn(step)
      lines.push(`## event: ${event} ${JSON.stringify(body)}`)
      await environment.publish(event, body)
    } else {
      const { save: _names, ...call } = step
      answer = await request(fillIn(call))
      lines.push(...answer.lines)
    }
    await environment.settle()
    const effects = await environment.fetchEffects()
    if (answer && 'save' in step) save(answer, [...lines, ...effects].join('\n'), step.save)
    const named = lines.map(placeholders.named)
    const sorted = effects.map(line => ({ line, key: placeholders.sortKeyOf(line) }))
    sorted.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    blocks.push([...named, ...sorted.map(({ line }) => `! ${placeholders.named(line)}`)].join('\n'))
  }

  for (const step of steps)
    await runStep(step).catch(error => {
      error.message = `${JSON.stringify(step)}: ${error.message}`
      throw error
    })
  return `${[listHeaderSets(), ...blocks].join('\n\n')}\n`
}

const FORM = 'application/x-www-form-urlencoded'

async function payloadOf({ body, form, file, image }: Pick<Call, 'body' | 'form' | 'file' | 'image'>) {
  if (file !== undefined || image !== undefined) {
    const parts = new FormData()
    const [text, name] = typeof file === 'string' ? [file, 'file.csv'] : [JSON.stringify(file), 'file.json']
    if (image === undefined) parts.set('file', new Blob([text]), name)
    else parts.set('image', new Blob([Buffer.from(image, 'base64')]), 'image')
    const encoded = new Response(parts)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    return {
      headers,
      body: Buffer.from(await encoded.arrayBuffer()),
      shown: image === undefined ? `file ${JSON.stringify(file)}` : 'image',
    }
  }
  if (form === undefined && body === undefined) return { headers: {} }
  const [text, type] = form
    ? [new URLSearchParams(form).toString(), FORM]
    : typeof body === 'string'
      ? [body, 'text/plain']
      : [JSON.stringify(body), 'application/json']
  return { headers: { 'content-type': type }, body: text, shown: text }
}
