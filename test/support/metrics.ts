import type { TestPlatform } from './platform.ts'

/** Reads /metrics. Returns the value of a series by its name and labels as written there, and all names and kinds. */
export async function scrape({ call }: Pick<TestPlatform, 'call'>, path = '/metrics') {
  const { status, body } = await call<string>('GET', path)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  const lines = body.split('\n')
  const values = new Map(
    lines.flatMap(line => {
      const [, series = '', value] = /^([^#\s][^ ]*|[^#\s].*\}) (\S+)$/.exec(line) ?? []
      return value === undefined ? [] : [[series, Number(value)] as const]
    }),
  )
  const kinds = lines.flatMap(line => {
    const [, name, kind] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? []
    return name && kind ? [{ name, kind }] : []
  })
  return { value: (series: string) => values.get(series), kinds }
}

/** Returns the series names that a query may use for these metrics. */
export const seriesOf = (kinds: Awaited<ReturnType<typeof scrape>>['kinds']) =>
  kinds.flatMap(({ name, kind }) =>
    kind === 'histogram' || kind === 'summary'
      ? ['_bucket', '_count', '_sum'].map(part => name + part)
      : [name],
  )
