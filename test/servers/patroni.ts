import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { parse } from 'yaml'
import { withTimeout } from '../../src/platform/concurrency/timeout.ts'
import { eventually } from '../support/eventually.ts'
import { Missing } from '../support/missing.ts'
import { readPrintedBlock } from '../support/printed-block.ts'
import { startSeverableProxy } from '../support/severable.ts'
import { installPackages, unpackPackage } from './apt.ts'
import { findFreePorts } from './rabbitmq/ports.ts'
import { type Databases, signalServer } from './replicated.ts'

const MEMBERS = [0, 1, 2]
const PATRONI = '/usr/bin/patroni'
const ETCD = '/usr/bin/etcd'
const MEMORY = '/dev/shm'
/** The time limit of a query of the members: a server that dies meanwhile never answers. */
const PROBE_TIMEOUT_MS = 10_000
/** Longer than a former primary takes to rewind and follow the new one. */
const WHOLE_MS = 180_000

/** The configuration of a member that docs/deploy.md shows. */
const PRINTED = parse(readPrintedBlock('scope: comptoir'))
/** The lease of the leader. */
export const TTL_S: number = PRINTED.bootstrap.dcs.ttl

export type Patroni = Databases & {
  /** The index of the primary that `recovered` last found. */
  primary(): number
  /** Kills every process of a member, like the loss of its machine; `startPatroni` restarts it. */
  kill(member: number): void
  /** Waits until another member reports that it leads. Returns the time of the last request that found no leader. */
  waitForSuccessor(member: number): Promise<number>
  killPostgres(member: number): void
  killPatroni(member: number): void
  startPatroni(member: number): void
  switchOver(): Promise<void>
  /** Suspends every process of a member, like a machine that hangs. */
  freeze(member: number): void
  thaw(member: number): void
  /** Lets no data pass between a member and etcd. */
  cutEtcd(member: number): void
  restoreEtcd(member: number): void
  /** Waits until one member leads and the others follow it, and each may confirm commits. */
  recovered(): Promise<void>
}

type Member = { name: string; role: string; state: string; timeline?: number }

/**
 * Finds the newest PostgreSQL with the programs that Patroni runs: the embedded one has neither pg_basebackup nor
 * pg_rewind.
 */
const findPrograms = () => globSync('/usr/lib/postgresql/*/bin/pg_rewind').sort().map(dirname).at(-1)

async function provideServers(): Promise<string> {
  const packages = [
    ...(existsSync(PATRONI) ? [] : ['patroni', 'python3-etcd']),
    ...(existsSync(ETCD) ? [] : ['etcd-server']),
    ...(findPrograms() ? [] : ['postgresql']),
  ]
  if (packages.length > 0) await installPackages(...packages)
  const programs = findPrograms()
  if (programs && existsSync(PATRONI) && existsSync(ETCD)) return programs
  throw new Missing(`${packages.join(', ')} not installed, and apt-get does not provide them`)
}

/** The first version with `synchronous_mode: quorum`. */
const OLDEST = '4.0.0'

/** Returns the command of a Patroni that knows the printed settings, from Debian 13 if the installed one is older. */
async function providePatroni(folder: string): Promise<string[]> {
  const version = execFileSync(PATRONI, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1) ?? ''
  if (version.localeCompare(OLDEST, 'en', { numeric: true }) >= 0) return [PATRONI]
  await unpackPackage('patroni', 'trixie', folder)
  const modules = join(folder, 'usr/lib/python3/dist-packages')
  return ['env', `PYTHONPATH=${modules}`, '/usr/bin/python3', join(folder, PATRONI)]
}

/**
 * Starts three members, each a Patroni with its PostgreSQL, and the etcd in which they elect their leader, and creates
 * the databases. Throws `Missing` if a program cannot be installed.
 */
export async function startPatroni(_directory: string, names: readonly string[]): Promise<Patroni> {
  const programs = await provideServers()
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-patroni-'))
  const patroni = await providePatroni(folder)
  // On a disk that other programs use, a write of etcd may take seconds, which demotes the primary.
  const etcdData = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'comptoir-etcd-'))
  // PostgreSQL does not run as root.
  const asPostgres =
    process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--'] : []
  if (asPostgres.length > 0) execFileSync('chown', ['postgres:', folder, etcdData])
  const [etcdPort, peerPort, ...ports] = (await findFreePorts(2 + 2 * MEMBERS.length)) as [
    number,
    number,
    ...number[],
  ]
  const portOf = (member: number) => ports[2 * member]!
  const apiOf = (member: number) => `http://127.0.0.1:${ports[2 * member + 1]}`
  const dataOf = (member: number) => join(folder, `postgres${member + 1}`)
  const logOf = (name: string) => join(folder, `${name}.log`)
  const lines = await Promise.all(MEMBERS.map(() => startSeverableProxy(`http://127.0.0.1:${etcdPort}`)))
  const patronis: ChildProcess[] = []

  function run(name: string, ...command: string[]) {
    const [program = '', ...rest] = [...asPostgres, ...command]
    const log = openSync(logOf(name), 'a')
    return spawn(program, rest, { cwd: folder, stdio: ['ignore', log, log] })
  }

  const etcdUrl = (port: number) => `http://127.0.0.1:${port}`
  const etcd = run(
    'etcd',
    ETCD,
    ...['--name', 'etcd', '--data-dir', etcdData],
    ...['--initial-cluster', `etcd=${etcdUrl(peerPort)}`],
    ...['--listen-client-urls', etcdUrl(etcdPort), '--advertise-client-urls', etcdUrl(etcdPort)],
    ...['--listen-peer-urls', etcdUrl(peerPort), '--initial-advertise-peer-urls', etcdUrl(peerPort)],
  )

  /** Patroni reads YAML, a superset of JSON. */
  const configurationOf = (member: number) => {
    const api = new URL(apiOf(member)).host
    const address = `127.0.0.1:${portOf(member)}`
    return JSON.stringify({
      ...PRINTED,
      name: `postgres${member + 1}`,
      restapi: { listen: api, connect_address: api },
      // Without use_proxies, Patroni requests etcd's own address and bypasses the breakable connection.
      etcd3: { host: new URL(lines[member]!.url).host, use_proxies: true },
      postgresql: {
        ...PRINTED.postgresql,
        ...{ listen: address, connect_address: address, data_dir: dataOf(member), bin_dir: programs },
        pgpass: join(folder, `pgpass${member + 1}`),
        authentication: { superuser: { username: 'comptoir' }, replication: { username: 'replicator' } },
        pg_hba: ['local all all trust', 'host all,replication all 127.0.0.1/32 trust'],
        parameters: { unix_socket_directories: folder },
      },
      // Few machines that run tests have a watchdog device.
      watchdog: { mode: 'off' },
    })
  }
  function startMember(member: number) {
    const file = join(folder, `patroni${member + 1}.yml`)
    writeFileSync(file, configurationOf(member))
    patronis[member] = run(`patroni${member + 1}`, ...patroni, file)
  }
  const signalMember = (member: number, signal: NodeJS.Signals) => {
    // Patroni receives the signal first, so that it does not restart a killed PostgreSQL.
    patronis[member]?.kill(signal)
    signalServer(dataOf(member), signal)
  }
  const killAll = () => {
    for (const member of MEMBERS) signalMember(member, 'SIGKILL')
    etcd.kill('SIGKILL')
  }
  process.once('exit', killAll)

  let primary = 0
  const urlOf = (member: number, database: string) =>
    `postgres://comptoir@127.0.0.1:${portOf(member)}/${database}`

  async function onPrimary<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: urlOf(primary, 'postgres'),
      query_timeout: PROBE_TIMEOUT_MS,
    })
    client.on('error', () => {})
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const followers = () =>
    onPrimary<{ sync_state: string; lag: string }>(
      `select sync_state, pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) as lag
       from pg_stat_replication where state = 'streaming' and application_name like 'postgres%'`,
    )

  async function askMembers(member: number): Promise<Member[]> {
    const answer = await fetch(`${apiOf(member)}/cluster`, { signal: AbortSignal.timeout(2_000) })
    return ((await answer.json()) as { members: Member[] }).members
  }

  const leads = (member: number) =>
    fetch(`${apiOf(member)}/primary`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => status === 200,
      () => false,
    )

  /**
   * Returns whether all members name the same running leader and the others replicate from it as its quorum; throws if
   * a member does not respond. Sets `primary` to that leader before it reads the replication.
   */
  async function findWhole(): Promise<boolean> {
    const views = await Promise.all(MEMBERS.map(askMembers))
    const leaders = views.map(members =>
      members.findIndex(({ role, state }) => role === 'leader' && state === 'running'),
    )
    const name = views[0]?.[leaders[0] ?? -1]?.name
    if (!name || views.some((members, i) => members[leaders[i] ?? -1]?.name !== name)) return false
    const leader = Number(name.slice('postgres'.length)) - 1
    // Without a synchronous standby in etcd, Patroni refuses to switch over.
    const confirming = (members: Member[]) => members.filter(({ role }) => role === 'quorum_standby').length
    if (!views.every(members => confirming(members) === MEMBERS.length - 1)) return false
    if (!(await leads(leader))) return false
    primary = leader
    const states = (await followers()).map(({ sync_state }) => sync_state)
    return states.length === MEMBERS.length - 1 && states.every(state => state === 'quorum')
  }
  async function recovered() {
    const findLeader = () => withTimeout(PROBE_TIMEOUT_MS, findWhole()).catch(() => false)
    try {
      await eventually('both other members replicate from the leader', findLeader, WHOLE_MS)
    } catch (error) {
      const tails = ['etcd', ...MEMBERS.map(member => `patroni${member + 1}`)].map(
        name => `${name}:\n${readFileSync(logOf(name), 'utf8').trim().split('\n').slice(-8).join('\n')}`,
      )
      throw new Error(`${(error as Error).message}\n${tails.join('\n')}`)
    }
  }
  async function stop() {
    killAll()
    process.off('exit', killAll)
    for (const each of [folder, etcdData])
      rmSync(each, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }

  try {
    await eventually(
      'etcd is healthy',
      () =>
        fetch(`${etcdUrl(etcdPort)}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      30_000,
    )
    for (const member of MEMBERS) startMember(member)
    await recovered()
    for (const name of names) await onPrimary(`create database "${name}"`)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: database => urlOf(primary, database),
    readUrl: database => urlOf((primary + 1) % MEMBERS.length, database),
    proxied: {
      check: 'httpchk',
      servers: MEMBERS.map(member => `127.0.0.1:${portOf(member)} port ${new URL(apiOf(member)).port}`),
    },
    lag: async () => {
      const lags = (await followers()).map(({ lag }) => Number(lag))
      return lags.length > 0 ? Math.max(...lags) : undefined
    },
    primary: () => primary,
    kill: member => signalMember(member, 'SIGKILL'),
    waitForSuccessor(member) {
      const others = MEMBERS.filter(each => each !== member)
      let before = performance.now()
      const findSuccessor = async () => {
        const asked = performance.now()
        if ((await Promise.all(others.map(leads))).includes(true)) return before
        before = asked
        return undefined
      }
      return eventually('another member leads', findSuccessor, WHOLE_MS)
    },
    killPostgres: member => signalServer(dataOf(member), 'SIGKILL'),
    killPatroni: member => void patronis[member]!.kill('SIGKILL'),
    startPatroni: startMember,
    async switchOver() {
      const answer = await fetch(`${apiOf(primary)}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: `postgres${primary + 1}` }),
      })
      if (!answer.ok) throw new Error(`No switchover: ${answer.status} ${await answer.text()}`)
    },
    freeze: member => signalMember(member, 'SIGSTOP'),
    thaw: member => signalMember(member, 'SIGCONT'),
    cutEtcd: member => lines[member]!.stall(),
    restoreEtcd: member => lines[member]!.leaveStalled(),
    recovered,
    stop,
  }
}
