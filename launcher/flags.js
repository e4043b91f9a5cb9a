/** Node.js flags of every script. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/**
 * Node.js flags of `src/cli.ts`, which mostly runs a server. By default the young generation of the heap grows to 48 MB and
 * more and never shrinks. With semi-spaces of 4 MB, collecting it costs up to a fifth of the processor time of a request.
 */
export const serverFlags = [...nodeFlags, '--max-semi-space-size=16']
