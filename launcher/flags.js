/** What Node.js is started with. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/**
 * What `src/cli.ts` is started with: a server, most of the time. Without the second, the young generation of its heap grows to
 * 48 MB and more and stays so; at 4, collecting it costs up to a fifth of the processor time of a request.
 */
export const serverFlags = [...nodeFlags, '--max-semi-space-size=16']
