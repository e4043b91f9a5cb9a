import { Command, Option } from 'commander'
import { RIGHTS } from './accounts/contract.ts'
import { areaNames, areas } from './areas.ts'
import { addressOf, adminKeyOf, readConfig, version } from './config.ts'
import { StartError } from './platform/problem.ts'

const program = new Command('comptoir')
  .description('A headless commerce platform: ten HTTP services and their events')
  .version(version)
  .showHelpAfterError()

program
  .command('start')
  .description('serve all areas with a sample shop: what `npm start` does')
  .action(async () => (await import('./commands/serve.ts')).serve([], { sampleShop: true }))

program
  .command('serve')
  .description('serve all areas, or the named ones')
  .argument('[area...]', `any of ${areaNames.join(', ')}`)
  .action(async (names: string[]) =>
    (await import('./commands/serve.ts')).serve(names, { sampleShop: false }),
  )

program
  .command('migrate')
  .description('bring the database up to date and stop')
  .action(async () => (await import('./commands/database.ts')).migrateOnly())

program
  .command('backup')
  .description('write all data of the embedded PostgreSQL to a new file, while it serves')
  .option('--to <place>', 'a file that is not there yet, or a folder', '.')
  .action(async options => (await import('./commands/backup.ts')).backUp(options))

program
  .command('restore')
  .description('put the data of a backup into COMPTOIR_DATA, while nothing runs there')
  .argument('<file>', 'what `comptoir backup` wrote')
  .option('--replace', 'in the place of the data that are there')
  .option('--last-invoice <number>', 'the last invoice that was sent: no number up to it is given again')
  .action(async (file, options) => (await import('./commands/restore.ts')).restore(file, options))

const remote = (command: Command) =>
  command
    .option('--url <url>', 'the running server (default: COMPTOIR_PUBLIC_URL, else by HOST and PORT)')
    .hook('preAction', command => {
      if (!command.opts().url) command.setOptionValue('url', addressOf(readConfig(process.env, areas)))
    })
    .addOption(
      // Read from the environment by name, so that the help does not print the value.
      new Option('--key <key>', 'an API key, where the server has keys')
        .env('COMPTOIR_API_KEYS')
        .argParser(adminKeyOf),
    )

remote(program.command('import'))
  .description('stream a JSON or CSV file into a running server')
  .argument(
    '<resource>',
    'produits, fournisseurs, entrepots, magasins, relations, stocks, clients or promotions',
  )
  .argument('<file>', 'a JSON array, or CSV (FILE.csv) with a line of column names')
  .option('--update', 'change what is there already, in the fields that a line names')
  .option('--dry-run', 'tell what would come of it, and keep nothing')
  .action(async (resource, file, options) =>
    (await import('./commands/import/import.ts')).importFile(resource, file, options),
  )

remote(program.command('seed'))
  .description('load the sample shop into a running server that has no products')
  .action(async options => (await import('./commands/seed.ts')).seedOnly(options))

remote(program.command('demo'))
  .description('play one purchase, from registration to loyalty points, against a running server')
  .option('--search <words>', 'what the customer looks for; a product of the shop by default')
  .action(async options => (await import('./commands/demo.ts')).demo(options))

remote(program.command('reconcile'))
  .description('compare transactions, orders and what was announced; says what disagrees (exit code 1)')
  .option('--grace <seconds>', 'how long a change may still be on its way, by the clock', Number, 300)
  .action(async options => (await import('./commands/reconcile.ts')).reconcile(options))

program
  .command('build')
  .description(
    'bundle the server into dist/, console and shop front, as for an image; without it, src/ is run and each web app is built when it is first opened',
  )
  .action(async () => (await import('./commands/web-apps.ts')).build())

program
  .command('storefront')
  .description('write the shop front as files for a host of its own')
  .argument('<folder>', 'where they are written')
  .requiredOption('--api <url>', 'where the platform is reached')
  .option('--base <path>', 'where its addresses begin on that host', '')
  .option('--shop <name>', 'what the shop is called', 'Comptoir')
  .addOption(
    new Option('--payment <way>', 'the payment page: in its own place or inside the shop')
      .choices(['redirect', 'frame'])
      .default('redirect'),
  )
  .action(async (folder, options) =>
    (await import('./commands/web-apps.ts')).storefrontFiles(folder, options),
  )

const keys = program.command('keys').description('make, list and revoke keys of a running server')
remote(keys.command('list'))
  .description('list the keys that were made')
  .action(async options => (await import('./commands/administration.ts')).listKeys(options))
remote(keys.command('add'))
  .description('make a key and show it, this once')
  .argument('<name>', 'who or what it is for')
  .requiredOption('--rights <rights>', `comma-separated, of ${RIGHTS.join(', ')}`)
  .option('--until <moment>', 'when it ends, such as 2027-01-01')
  .action(async (name, options) => (await import('./commands/administration.ts')).addKey(name, options))
remote(keys.command('revoke'))
  .description('revoke a key: within five seconds nobody takes it any more')
  .argument('<id>', 'its number in the list')
  .action(async (id, options) => (await import('./commands/administration.ts')).revokeKey(id, options))

const staff = program.command('staff').description('add and list the members of staff of a running server')
remote(staff.command('list'))
  .description('list the members of staff')
  .action(async options => (await import('./commands/administration.ts')).listStaff(options))
remote(staff.command('add'))
  .description('add a member of staff; the password is read from the standard input, or made and shown once')
  .argument('<email>', 'what they sign in with')
  .requiredOption('--name <name>', 'who they are')
  .requiredOption('--rights <rights>', `comma-separated, of ${RIGHTS.join(', ')}`)
  .action(async (email, options) => (await import('./commands/administration.ts')).addStaff(email, options))

program
  .command('openapi')
  .description(
    'write the documents of the interface: OpenAPI of the whole and of each area, AsyncAPI of the events',
  )
  .option('--out <folder>', 'where to', 'docs')
  .action(async ({ out }) => (await import('./commands/openapi.ts')).writeDocuments(out))

program
  .command('gateway')
  .description(
    'print the configuration of a proxy in front: which process answers what, limits, health, retries',
  )
  .addOption(new Option('--proxy <name>', 'the proxy').choices(['haproxy']).default('haproxy'))
  .option(
    '--to <processes...>',
    'where processes run: 10.0.0.1:3000,10.0.0.2:3000 for all areas, orders+payments=10.0.0.1:3000 for some, shop:3000*3 for up to three addresses of a name',
    ['127.0.0.1:3000'],
  )
  .option('--listen <address>', 'where the proxy listens', ':8080')
  .option('--certificate <file>', 'certificate and key in one file, for https')
  .option(
    '--unlimited <addresses...>',
    'addresses and ranges without a limit: a load balancer in front, processes that ask through the proxy',
  )
  .action(async options => (await import('./commands/gateway/gateway.ts')).writeGateway(options))

try {
  await program.parseAsync()
} catch (error) {
  // A StartError is for the operator and printed as lines; any other error is a bug, so its stack is printed.
  console.error(error instanceof StartError ? error.message.replace(/^/gm, 'comptoir: ') : error)
  process.exit(1)
}
