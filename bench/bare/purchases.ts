import pg from 'pg'
import { Connection } from 'rabbitmq-client'

/**
 * The bare limit of taking purchases in: consume, one batched insert, ack. No check of the message, of the customer or of
 * what came before, no count, no names.
 */
const [, , databaseUrl, , amqpUrl] = process.argv
const BATCH = 500

type Purchase = { data: { purchaseDate: string; purchases: object[] } }

const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()
const channel = await new Connection(amqpUrl).acquire()
await channel.basicQos({ prefetchCount: 2 * BATCH })

let waiting: { body: Purchase; deliveryTag: number }[] = []
let running = false

async function insert() {
  running = true
  while (waiting.length > 0) {
    const batch = waiting.slice(0, BATCH)
    waiting = waiting.slice(BATCH)
    const lines = batch.flatMap(({ body: { data } }) =>
      data.purchases.map(item => ({ ...item, purchaseDate: data.purchaseDate })),
    )
    await client.query({
      name: 'insert',
      text: `
        insert into purchases.achat ("clientId", "articleId", "articleName", quantity, category, "unitPrice",
          "purchaseDate", "createdAt", "updatedAt")
        select 1, "articleId", "articleName", quantity, category, "unitPrice", "purchaseDate", now(), now()
        from json_to_recordset($1) as line ("articleId" text, "articleName" text, quantity bigint, category text,
          "unitPrice" bigint, "purchaseDate" timestamptz)`,
      values: [JSON.stringify(lines)],
    })
    channel.basicAck({ deliveryTag: batch.at(-1)!.deliveryTag, multiple: true })
  }
  running = false
}

await channel.basicConsume({ queue: 'fidelite.historique-achat' }, ({ body, deliveryTag }) => {
  waiting.push({ body, deliveryTag })
  if (!running) void insert()
})
console.log('ready')
