type Database = { port: number; readPort: number; sockets: readonly string[] }

const hex = (text: string) => Buffer.from(text).toString('hex')

/** The first message of a connection: its length, version 3.0, and who wants which database. */
function startup(user: string, database: string) {
  const text = `user\0${user}\0database\0${database}\0\0`
  return `${(8 + text.length).toString(16).padStart(8, '0')}00030000${hex(text)}`
}

const TERMINATE = '5800000004'

/** From version 14 on a server says by itself, when a connection begins, whether it follows another. */
const says = (standby: 'on' | 'off') => hex(`in_hot_standby\0${standby}\0`)

const listen = (name: string, port: number, standby: 'on' | 'off', sockets: readonly string[]) => [
  '',
  `listen ${name}`,
  '  mode tcp',
  `  bind 127.0.0.1:${port}`,
  '  timeout client 10m',
  '  timeout server 10m',
  '  option tcp-check',
  '  tcp-check connect',
  `  tcp-check send-binary ${startup('comptoir', 'postgres')}`,
  `  tcp-check expect binary ${says(standby)}`,
  `  tcp-check send-binary ${TERMINATE}`,
  // What is connected to a server that is no longer the one is cut off, and connects anew.
  '  default-server check inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions',
  ...sockets.map((socket, i) => `  server postgres${i + 1} unix@${socket}`),
]

/** One address for the primary and one for its replica: a server is asked twice a second which of the two it is. */
export const ofDatabase = ({ port, readPort, sockets }: Database) => [
  ...listen('primary', port, 'off', sockets),
  ...listen('replica', readPort, 'on', sockets),
]
