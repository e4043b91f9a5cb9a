/** A statement of a migration: the `--` comments before and in it, and its text without comments, on one line. */
export type Statement = { comment: string; text: string }

// Alternatives: a text, a quoted name, a dollar-quoted body, a comment, the end of a statement.
const PARTS =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;|[^'"$\-/;]+|[\s\S]/g

/** Parses the statements of a file. Omits the contents of texts and bodies, which change no schema by themselves. */
export function parseStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let comments: string[] = []
  let text = ''
  const end = () => {
    const plain = text.replaceAll(/\s+/g, ' ').trim()
    if (plain !== '') statements.push({ comment: comments.join('\n'), text: plain })
    comments = []
    text = ''
  }
  for (const [part] of sql.matchAll(PARTS)) {
    if (part === ';') end()
    else if (part.startsWith('--')) comments.push(part.slice(2).trim())
    else if (part.startsWith('/*')) text += ' '
    else if (part.startsWith("'")) text += "''"
    else if (part.startsWith('"')) text += part.slice(1, -1)
    else text += part.startsWith('$') ? '$$' : part.toLowerCase()
  }
  end()
  return statements
}

/** Splits the actions of an `alter table` at the commas outside parentheses. */
export function splitActions(text: string): string[] {
  const actions = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (sign === ',' && depth === 0) actions.push('')
    else actions[actions.length - 1] += sign
  }
  return actions.map(action => action.trim())
}
