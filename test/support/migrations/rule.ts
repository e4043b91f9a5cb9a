import { parseStatements, type Statement, splitActions } from './statements.ts'

/** Exceptions that a comment right before a statement may declare. */
type Excuse = 'unused' | 'unused or slower' | 'small' | 'small or ahead'

/**
 * `unused since 0.2.0`: no process of that version or later needs the removed object.
 * `only for speed`: the dropped index enforces no uniqueness, so an older process is slower without it but correct.
 * `at most 10000 rows`: the table is so small that the lock and the rewrite of its rows delay nobody.
 * `built ahead`: an operator has built this index `concurrently` before the upgrade, as the change log describes, so
 * the statement creates it only `if not exists`.
 */
const UNUSED = /\bunused since (\d+\.\d+\.\d+)\b/i
const SLOWER = /\bonly for speed\b/i
const AHEAD = /\bbuilt ahead\b/i
const SMALL = /\bat most (\d+) rows\b/i
const FEW_ROWS = 10_000

type Rule = { when: RegExp; why: string; excuse?: Excuse }

/** Whole statements on existing objects. `$t` represents a table name. */
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

/** Actions of `alter table` on an existing table. */
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

function isExcused({ comment, text }: Statement, excuse: Excuse | undefined, version: string): boolean {
  if (excuse === 'small or ahead' && AHEAD.test(comment) && text.includes(' if not exists ')) return true
  if (excuse?.startsWith('small'))
    return Number(SMALL.exec(comment)?.[1] ?? Number.POSITIVE_INFINITY) <= FEW_ROWS
  if (excuse === 'unused or slower' && SLOWER.test(comment)) return true
  const [, since] = (excuse?.startsWith('unused') && UNUSED.exec(comment)) || []
  // The version that stops using the object must be released before the one that drops it.
  return since !== undefined && since.localeCompare(version, 'en', { numeric: true }) < 0
}

/** Finds statements that prevent a migration from running beside processes of the previous version: one line each. */
export function findBreakingStatements(sql: string, version: string): string[] {
  const statements = parseStatements(sql)
  const made = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?([\w.]+)/.exec(text)?.[1] ?? []),
  )
  const isOld = (table: string | undefined) => table !== undefined && !made.has(table)
  return statements.flatMap(statement => {
    const { text } = statement
    const [, table, actions] = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)$/.exec(text) ?? []
    const broken = table
      ? isOld(table)
        ? splitActions(actions ?? '').flatMap(action => ACTIONS.filter(({ when }) => when.test(action)))
        : []
      : STATEMENTS.filter(({ when }) => matches(when, text, isOld))
    return broken
      .filter(({ excuse }) => !isExcused(statement, excuse, version))
      .map(({ why }) => `${text.slice(0, 80)}: ${why}`)
  })
}

/** A rule with `$t` matches only if that table existed before. */
function matches(when: RegExp, text: string, isOld: (table: string | undefined) => boolean) {
  if (!when.source.includes('$t')) return when.test(text)
  const found = new RegExp(when.source.replace('$t', '(?:only )?(?<table>[\\w.]+)')).exec(text)
  return found !== null && isOld(found.groups?.table)
}
