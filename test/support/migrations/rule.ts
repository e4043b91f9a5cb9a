import { actionsOf, type Statement, statementsOf } from './statements.ts'

/** What lets a statement pass all the same, in a comment right before it. */
type Excuse = 'unused' | 'unused or slower' | 'small' | 'small or ahead'

/**
 * `unused since 0.2.0`: no process of that version or a later one needs what the statement takes away.
 * `only for speed`: the index that goes ensures no uniqueness, so an older process is slower without it and does the same.
 * `at most 10000 rows`: the table is so small that nobody waits for the lock, or for the rows that are rewritten.
 * `built ahead`: an operator has built this index `concurrently` before the upgrade, as the change log tells, and it is only missing
 * where nobody waits: in a new database.
 */
const UNUSED = /\bunused since (\d+\.\d+\.\d+)\b/i
const SLOWER = /\bonly for speed\b/i
const AHEAD = /\bbuilt ahead\b/i
const SMALL = /\bat most (\d+) rows\b/i
const FEW_ROWS = 10_000

type Rule = { when: RegExp; why: string; excuse?: Excuse }

/** Whole statements, on what was there before. `$t` stands for the name of a table. */
const STATEMENTS: Rule[] = [
  { when: /^drop index /, why: 'drops what an older process may use', excuse: 'unused or slower' },
  {
    when: /^drop (table|view|materialized view|schema|function|procedure|type|sequence|trigger|extension) /,
    why: 'drops what an older process may use',
    excuse: 'unused',
  },
  { when: /^truncate /, why: 'empties a table that an older process may use', excuse: 'unused' },
  {
    when: /^create unique index (?:.*? )?on $t/,
    why: 'refuses what an older process may write',
    excuse: 'unused',
  },
  {
    when: /^create index (?:.*? )?on $t/,
    why: 'locks writes while the index is built',
    excuse: 'small or ahead',
  },
  { when: /^(update|delete from) $t/, why: 'locks the rows that it changes until the end', excuse: 'small' },
  {
    when: /^alter (schema|view|function|type|sequence|index) .* (rename|set schema)/,
    why: 'renames what an older process uses',
  },
  { when: /^(lock|cluster|reindex|vacuum full)\b/, why: 'locks a table against everybody' },
  { when: /^do /, why: 'cannot be read by this rule' },
]

/** Actions of `alter table`, on a table that was there before. */
const ACTIONS: Rule[] = [
  { when: /^(rename|set schema)\b/, why: 'renames what an older process uses' },
  {
    when: /^drop (column |constraint )?(?!constraint)/,
    why: 'drops what an older process may use',
    excuse: 'unused',
  },
  {
    when: /^alter (column )?\S+ (set data )?type /,
    why: 'rewrites the table, and an older process knows the old type',
  },
  {
    when: /^alter (column )?\S+ (set not null|drop default)/,
    why: 'refuses rows that an older process writes',
    excuse: 'unused',
  },
  {
    when: /^add (column )?(?!constraint|check|unique|primary|foreign|exclude)(?!.*\bdefault\b).*\bnot null\b/,
    why: 'an older process writes rows without it',
  },
  {
    when: /^add (column )?.*\b(generated always as|default \w+(\.\w+)?\(|\w*serial\b)/,
    why: 'rewrites the whole table',
    excuse: 'small',
  },
  {
    when: /^add (constraint \S+ )?(check|unique|primary|foreign|exclude)\b/,
    why: 'refuses rows that an older process may write',
    excuse: 'unused',
  },
]

function isExcused({ said, text }: Statement, excuse: Excuse | undefined, version: string): boolean {
  if (excuse === 'small or ahead' && AHEAD.test(said) && text.includes(' if not exists ')) return true
  if (excuse?.startsWith('small'))
    return Number(SMALL.exec(said)?.[1] ?? Number.POSITIVE_INFINITY) <= FEW_ROWS
  if (excuse === 'unused or slower' && SLOWER.test(said)) return true
  const [, since] = (excuse?.startsWith('unused') && UNUSED.exec(said)) || []
  // The version that stops using it has to be out before the one that takes it away.
  return since !== undefined && since.localeCompare(version, 'en', { numeric: true }) < 0
}

/** Why a migration cannot run beside processes of the version before: a line for each statement. */
export function breaksOlder(sql: string, version: string): string[] {
  const statements = statementsOf(sql)
  const made = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?([\w.]+)/.exec(text)?.[1] ?? []),
  )
  const isOld = (table: string | undefined) => table !== undefined && !made.has(table)
  return statements.flatMap(statement => {
    const { text } = statement
    const [, table, actions] = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)$/.exec(text) ?? []
    const broken = table
      ? isOld(table)
        ? actionsOf(actions ?? '').flatMap(action => ACTIONS.filter(({ when }) => when.test(action)))
        : []
      : STATEMENTS.filter(({ when }) => matches(when, text, isOld))
    return broken
      .filter(({ excuse }) => !isExcused(statement, excuse, version))
      .map(({ why }) => `${text.slice(0, 80)}: ${why}`)
  })
}

/** With `$t`, only where the table that stands there was there before. */
function matches(when: RegExp, text: string, isOld: (table: string | undefined) => boolean) {
  if (!when.source.includes('$t')) return when.test(text)
  const found = new RegExp(when.source.replace('$t', '(?:only )?(?<table>[\\w.]+)')).exec(text)
  return found !== null && isOld(found.groups?.table)
}
