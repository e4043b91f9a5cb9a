type PageOf<Row> = { rows: Row[]; total: number }

/** Lists of reference data return a page if one is requested, else an array: the interface's type allows both. */
export const asPage = <Row>(answer: Row[] | PageOf<Row>): PageOf<Row> =>
  Array.isArray(answer) ? { rows: answer, total: answer.length } : answer
