/** A key or a member of staff. */
export type Author = {
  kind: 'cle' | 'personnel'
  /** Null for a key of the settings, and for a member who is not known. */
  id: number | null
  name: string
}

/** A call of a key or a member of staff that may change something. */
export type Change = {
  author: Author
  area: string
  /** The operation by its name in the documents. */
  operation: string
  /** The record by what names it in the address; an operation that creates one sets it later. */
  record: string | null
  /** The line of the trail that says it was done, once its transaction has committed. */
  line?: number
  /** Set as the call is refused: what is still running then writes no line that says it was done. */
  refused?: true
}
