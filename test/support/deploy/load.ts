import { Agent, request } from 'node:http'

export type Load = {
  done(): number
  placed(): number
  failures: string[]
  stop(): Promise<void>
}

type Call = { method: string; path: string; body?: unknown }

/**
 * Starts callers with persistent connections: each reads, then orders, until stopped. Unexpected statuses and failed
 * calls are recorded in `failures`.
 */
export function startLoad(url: string, callers: number): Load {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true, maxSockets: callers })
  const failures: string[] = []
  let stopped = false
  let done = 0
  let placed = 0

  const send = ({ method, path, body }: Call) =>
    new Promise<number>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = text === undefined ? {} : { 'content-type': 'application/json' }
      request({ agent, hostname, port, method, path, headers }, response => {
        response.resume().once('error', reject)
        response.once('end', () => resolve(response.statusCode ?? 0))
      })
        .once('error', reject)
        .end(text)
    })

  async function call(what: Call, wanted: number) {
    try {
      const status = await send(what)
      if (status === wanted) return true
      failures.push(`${what.method} ${what.path}: ${status}`)
    } catch (error) {
      failures.push(`${what.method} ${what.path}: ${error}`)
    } finally {
      done++
    }
    return false
  }

  const order = {
    clientId: 'INVITE_LOAD',
    articles: [{ id: 'unknown-anywhere', quantite: 1, prixUnitaireCents: 100 }],
    montantTotalCents: 100,
    adresseLivraison: { ville: 'Lille' },
    clientInfo: { prenom: 'Ada' },
  }
  const running = Array.from({ length: callers }, async () => {
    while (!stopped) {
      await call({ method: 'GET', path: '/api/products' }, 200)
      if (await call({ method: 'POST', path: '/api/commandes', body: order }, 201)) placed++
    }
  })

  return {
    done: () => done,
    placed: () => placed,
    failures,
    async stop() {
      stopped = true
      await Promise.all(running)
      agent.destroy()
    },
  }
}
