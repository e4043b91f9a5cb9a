/** What a value is asked. A range is half open: `from` belongs to it, `below` does not. */
export type Ask =
  | { ask: 'among'; values: readonly (string | number | boolean)[] }
  | { ask: 'from' | 'below'; value: string | number | Date }
  | { ask: 'between'; from: string | Date; below: string | Date }
  /** Without case and accents. */
  | { ask: 'alike'; texts: readonly string[] }
  | { ask: 'contains' | 'startsWith' | 'endsWith'; text: string }
  /** Each is the beginning of a word of the text. */
  | { ask: 'words'; words: readonly string[] }
  /** No value, or an array or, where it may be `blank`, a text without anything in it. */
  | { ask: 'empty'; blank?: boolean }

/** One thing that must hold of a record. `unless`: it must not, which it does not of a value that is not there. */
export type Condition = Ask & { field: string; unless?: true }
