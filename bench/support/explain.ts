import pg from 'pg'
import { createReads, type Tx } from '../../src/platform/database/database.ts'
import type { Sql } from '../../src/platform/database/sql.ts'

/**
 * Returns the plans of all statements that `work` sends. `work` calls the stores' own functions, so these are the plans
 * of the real statements. Each statement runs twice, once for its plan and once for its rows; all writes are rolled
 * back.
 */
export async function explainStatements(url: string, work: (tx: Tx) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const plans: string[] = []
  const run = async ({ text, values }: Sql): Promise<unknown[]> => {
    const { rows: plan } = await client.query(`explain (analyze, buffers, costs off) ${text}`, [...values])
    plans.push(plan.map(line => line['QUERY PLAN']).join('\n'))
    return (await client.query(text, [...values])).rows
  }
  try {
    await client.query('begin')
    await work({
      ...createReads(run),
      run: async statement => (await run(statement)).length,
      copy: () => Promise.reject(new Error('A copy has no plan')),
      afterCommit: () => {},
    })
    await client.query('rollback')
  } finally {
    await client.end()
  }
  return plans
}

/** Returns the plans of `explainStatements` as Markdown, headed by `name`. */
export const explain = async (url: string, name: string, work: (tx: Tx) => Promise<unknown>) =>
  `### ${name}\n\n${(await explainStatements(url, work)).map(plan => `\`\`\`\n${plan}\n\`\`\``).join('\n\n')}\n`
