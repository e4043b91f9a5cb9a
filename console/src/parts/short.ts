/** So much of a name fits on a button of a telephone. */
const MOST = 24

export const short = (name: string) => (name.length > MOST ? `${name.slice(0, MOST - 1).trimEnd()}…` : name)
