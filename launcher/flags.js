/** What Node.js is started with. */
export const nodeFlags = ['--disable-warning=ExperimentalWarning']

/**
 * What a server is started with. Without the second, what is young in its memory gets three times 16 MB and more, which it
 * keeps: 80 MB of a server at rest, for no more answers a second.
 */
export const serverFlags = [...nodeFlags, '--max-semi-space-size=4']
