import type * as ESTree from 'oxc-parser'
import { Visitor } from 'oxc-parser'

type Span = { start: number; end: number }

const isNever = ({ typeAnnotation }: ESTree.TSAsExpression) => typeAnnotation.type === 'TSNeverKeyword'
const isUnknown = (node: ESTree.Expression) =>
  node.type === 'TSAsExpression' && node.typeAnnotation.type === 'TSUnknownKeyword'

/**
 * Finds each `!`, `as never` or `as unknown as` without a comment on its line, on the line above it, or above the
 * enclosing statement.
 */
export function findUnexplainedAssertions(
  program: ESTree.Program,
  comments: readonly Span[],
  text: string,
): number[] {
  const assertions: Span[] = []
  const statements: Span[] = []
  const statement = (node: Span) => void statements.push(node)
  const assertion = (node: Span) => void assertions.push(node)

  new Visitor({
    ExpressionStatement: statement,
    VariableDeclaration: statement,
    ReturnStatement: statement,
    ThrowStatement: statement,
    PropertyDefinition: statement,
    TSNonNullExpression: assertion,
    TSAsExpression: node => {
      if (isNever(node) || isUnknown(node.expression)) assertion(node)
    },
  }).visit(program)

  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  const explained = new Set(comments.map(({ end }) => lineOf(end)))
  return assertions
    .filter(({ start, end }) => {
      const around = statements.filter(node => node.start <= start && end <= node.end)
      const within = around.reduce((inner, node) => (node.start >= inner.start ? node : inner), { start: 0 })
      const beside = [
        lineOf(end),
        lineOf(start),
        lineOf(start) - 1,
        lineOf(end) - 1,
        lineOf(within.start) - 1,
      ]
      return !beside.some(line => explained.has(line))
    })
    .map(({ start }) => start)
}
