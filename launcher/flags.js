/** What Node.js is started with. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/**
 * What `src/cli.ts` is started with: a server, most of the time. Without the second, what is young in its memory gets three times 16 MB and more, which it
 * keeps: 80 MB of a server at rest, for no more answers a second.
 */
export const serverFlags = [...nodeFlags, '--max-semi-space-size=4']
