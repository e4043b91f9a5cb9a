import { Command, Option } from 'commander'
import { RIGHTS } from './accounts/contract.ts'
import { areaNames, areas } from './areas.ts'
import { addressOf, adminKeyOf, readConfig, version } from './config.ts'
import { StartError } from './platform/problem.ts'
import { splitList } from './platform/settings.ts'

const program = new Command('comptoir')
  .description('A headless commerce platform: ten HTTP services and their events')
  .version(version)
  .showHelpAfterError()

program
  .command('start')
  .description('serve all areas with a sample shop, as `npm start` does')
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
  .description('apply pending migrations to the database, then exit')
  .action(async () => (await import('./commands/database.ts')).migrateOnly())

program
  .command('backup')
  .description('back up the embedded PostgreSQL to a new file; the server may be running')
  .option('--to <path>', 'a new file, or a folder', '.')
  .action(async options => (await import('./commands/backup.ts')).backUp(options))

program
  .command('restore')
  .description('restore a backup to COMPTOIR_DATA; the server must be stopped')
  .argument('<file>', 'a file written by `comptoir backup`')
  .option('--replace', 'replace existing data')
  .option('--last-invoice <number>', 'number of the last invoice sent; new invoices continue after it')
  .action(async (file, options) => (await import('./commands/restore.ts')).restore(file, options))

const remote = (command: Command) =>
  command
    .option(
      '--url <url>',
      'address of the running server (default: COMPTOIR_PUBLIC_URL, or else HOST and PORT)',
    )
    .hook('preAction', command => {
      if (!command.opts().url) command.setOptionValue('url', addressOf(readConfig(process.env, areas)))
    })
    .addOption(
      // Commander reads the variable itself: as a `default`, its value would be printed in the help.
      new Option('--key <key>', 'an API key, if the server requires one')
        .env('COMPTOIR_API_KEYS')
        .argParser(adminKeyOf),
    )

remote(program.command('import'))
  .description('import a JSON or CSV file into a running server')
  .argument(
    '<resource>',
    'produits, fournisseurs, entrepots, magasins, relations, stocks, clients or promotions',
  )
  .argument('<file>', 'a JSON array, or CSV (FILE.csv) with a line of column names')
  .option('--update', 'update existing records, in the fields that a line contains')
  .option('--dry-run', 'report the result without storing anything')
  .action(async (resource, file, options) =>
    (await import('./commands/import/import.ts')).importFile(resource, file, options),
  )

remote(program.command('seed'))
  .description('load the sample shop into a running server that has no products')
  .action(async options => (await import('./commands/seed.ts')).seedOnly(options))

remote(program.command('demo'))
  .description(
    'make a complete purchase on a running server, from registration to loyalty points, and remove its records',
  )
  .option('--search <words>', 'search words of the customer; by default the name of a product')
  .option('--yes', 'also run it on a server with API keys, which may be a real shop')
  .addOption(
    new Option('--return-origin <origin>', 'an allowed return origin (default: that of the server)')
      .env('COMPTOIR_RETURN_ORIGINS')
      .argParser(origins => splitList(origins)[0]),
  )
  .action(async options => (await import('./commands/demo.ts')).runDemo(options))

remote(program.command('reconcile'))
  .description('compare payments, orders and events, and list discrepancies (exit code 1)')
  .option('--grace <seconds>', 'ignore changes made in the last <seconds>', Number, 300)
  .action(async options => (await import('./commands/reconcile.ts')).reconcile(options))

program
  .command('build')
  .description(
    'bundle the server into dist/, and build console and shop front; otherwise src/ is run and each web app is built when it is first opened',
  )
  .action(async () => (await import('./commands/web-apps.ts')).build())

program
  .command('storefront')
  .description('write the shop front as static files for a separate host')
  .argument('<folder>', 'destination folder')
  .requiredOption('--api <url>', 'address of the platform')
  .option('--base <path>', 'path prefix on that host', '')
  .option('--shop <name>', 'name of the shop', 'Comptoir')
  .addOption(
    new Option('--payment <way>', 'open the payment page by a redirect or in a frame')
      .choices(['redirect', 'frame'])
      .default('redirect'),
  )
  .action(async (folder, options) =>
    (await import('./commands/web-apps.ts')).exportStorefront(folder, options),
  )

const keys = program.command('keys').description('create, list and revoke API keys of a running server')
remote(keys.command('list'))
  .description('list the created keys')
  .action(async options => (await import('./commands/administration.ts')).listKeys(options))
remote(keys.command('add'))
  .description('create a key and print it; it is not shown again')
  .argument('<name>', 'user or purpose of the key')
  .requiredOption('--rights <rights>', `comma-separated list of ${RIGHTS.join(', ')}`)
  .option('--stores <ids>', 'stores to which the rights are limited, such as 3,4; all stores by default')
  .option('--until <date>', 'expiry, such as 2027-01-01')
  .action(async (name, options) => (await import('./commands/administration.ts')).addKey(name, options))
remote(keys.command('revoke'))
  .description('revoke a key, within five seconds in every process')
  .argument('<id>', 'id of the key in the list')
  .action(async (id, options) => (await import('./commands/administration.ts')).revokeKey(id, options))

const staff = program
  .command('staff')
  .description('add and list staff of a running server, and claim a new one')
remote(staff.command('list'))
  .description('list staff')
  .action(async options => (await import('./commands/administration.ts')).listStaff(options))
remote(staff.command('claim'))
  .description('print the code with which the first administrator claims a server without keys')
  .action(async options => (await import('./commands/administration.ts')).printClaimCode(options))
remote(staff.command('add'))
  .description(
    'add a member of staff; the password is read from standard input, or generated and printed once',
  )
  .argument('<email>', 'e-mail address for signing in')
  .requiredOption('--name <name>', 'full name')
  .requiredOption('--rights <rights>', `comma-separated list of ${RIGHTS.join(', ')}`)
  .option('--stores <ids>', 'stores to which the rights are limited, such as 3,4; all stores by default')
  .action(async (email, options) => (await import('./commands/administration.ts')).addStaff(email, options))

program
  .command('openapi')
  .description('write the OpenAPI documents of all areas and the AsyncAPI document')
  .option('--out <folder>', 'destination folder', 'docs')
  .action(async ({ out }) => (await import('./commands/openapi.ts')).writeDocuments(out))

program
  .command('gateway')
  .description('print a proxy configuration: routes of each process, limits, health checks and retries')
  .addOption(new Option('--proxy <name>', 'the proxy software').choices(['haproxy']).default('haproxy'))
  .option(
    '--to <processes...>',
    'addresses of the processes: 10.0.0.1:3000,10.0.0.2:3000 for all areas, orders+payments=10.0.0.1:3000 for some, shop:3000*3 for up to three addresses of a host name',
    ['127.0.0.1:3000'],
  )
  .option('--listen <address>', 'address of the proxy', ':8080')
  .option('--certificate <file>', 'file with certificate and key, for https')
  .option(
    '--unlimited <addresses...>',
    'addresses and ranges without limits, such as processes that call through the proxy',
  )
  .option(
    '--trusted-proxies <addresses...>',
    'addresses and ranges of load balancers, ingresses and CDNs in front, whose X-Forwarded-For and X-Forwarded-Proto are kept',
  )
  .action(async options => (await import('./commands/gateway/gateway.ts')).writeGateway(options))

try {
  await program.parseAsync()
} catch (error) {
  // A StartError is a message for the operator, so its stack is not printed. Any other error is unexpected.
  console.error(error instanceof StartError ? error.message.replace(/^/gm, 'comptoir: ') : error)
  process.exit(1)
}
