/** Maximum length of a name on a button, for phones. */
const MOST = 24

export const shorten = (name: string) => (name.length > MOST ? `${name.slice(0, MOST - 1).trimEnd()}…` : name)
