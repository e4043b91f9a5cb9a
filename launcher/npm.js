/** Returns the npm that started this process, else the one on the PATH, as program and first arguments. */
export function findNpm() {
  const path = process.env.npm_execpath
  return path?.endsWith('npm-cli.js') ? [process.execPath, [path]] : ['npm', []]
}
