import { readFileSync } from 'node:fs'

/**
 * Whether Ctrl-C in a terminal reaches this process and its children, because they are its foreground group. Without
 * /proc, a terminal as a standard stream counts as proof.
 */
export function isInForeground() {
  try {
    // After the name in parentheses: state, parent, group, session, terminal, foreground group (proc(5)).
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return group === foreground
  } catch {
    return Boolean(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY)
  }
}
