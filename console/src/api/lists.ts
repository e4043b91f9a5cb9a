type PageOf<Row> = { rows: Row[]; total: number }

/** A list of reference data is answered by page where a page is asked for, else whole: the types of the interface say both. */
export const asPage = <Row>(answer: Row[] | PageOf<Row>): PageOf<Row> =>
  Array.isArray(answer) ? { rows: answer, total: answer.length } : answer
