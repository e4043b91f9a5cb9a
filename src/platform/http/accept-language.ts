/** The first of these languages, unless another of them is wanted more (RFC 9110, 12.5.4): `en-GB` wants `en`. */
export function languageOf<Language extends string>(
  header: string | undefined,
  offered: readonly [Language, ...Language[]],
): Language {
  if (header === undefined) return offered[0]
  const wanted = header.split(',').map(range => {
    const [name = '', ...parameters] = range.split(';').map(part => part.trim().toLowerCase())
    const q = Number(parameters.find(parameter => /^q=[\d.]+$/.test(parameter))?.slice(2) ?? 1)
    return { name: name.split('-', 1)[0], q }
  })
  const weightOf = (language: Language) =>
    Math.max(0, ...wanted.flatMap(({ name, q }) => (name === language ? q : [])))
  return offered.reduce((best, other) => (weightOf(other) > weightOf(best) ? other : best))
}
