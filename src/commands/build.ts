import { buildConsole } from '../console/build.ts'

/** Builds the console, so that nobody waits for it; says what its first view weighs. */
export async function build() {
  const { script, parts, styles, files } = await buildConsole()
  const bytes = (names: readonly string[]) =>
    files.filter(({ name }) => names.includes(name)).reduce((sum, { gzip }) => sum + gzip.length, 0)
  const kB = (n: number) => `${Math.round(n / 1000)} kB`
  console.log(
    `The console is built: ${files.length} files, ${kB(bytes(files.map(({ name }) => name)))} compressed, ${kB(bytes([script, ...parts, ...styles]))} of it first`,
  )
}
