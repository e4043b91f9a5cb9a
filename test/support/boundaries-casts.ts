import type * as ESTree from 'oxc-parser'
import { Visitor } from 'oxc-parser'

type Span = { start: number; end: number }

/** Finds the call in `(await peers.ask(…)).body[0]`, and the name `answer` in `answer.body`. */
function root(node: ESTree.Expression): ESTree.Expression {
  switch (node.type) {
    case 'AwaitExpression':
      return root(node.argument)
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'ChainExpression':
      return root(node.expression)
    case 'MemberExpression':
      return root(node.object)
    default:
      return node
  }
}

const isAsking = (node: ESTree.Expression) =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  node.callee.property.name === 'ask'

function namesIn(pattern: ESTree.BindingPattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name]
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'ArrayPattern':
      return pattern.elements.flatMap(element =>
        element === null || element.type === 'RestElement' ? [] : namesIn(element),
      )
    case 'ObjectPattern':
      return pattern.properties.flatMap(property =>
        namesIn(property.type === 'RestElement' ? property.argument : property.value),
      )
  }
}

/**
 * Returns the offsets of calls of `ask` with type arguments, and of casts of its response, on the call itself or on a
 * variable of the same function that stores it.
 */
export function findAnswerCasts(program: ESTree.Program): number[] {
  const functions: Span[] = [program]
  const answers: { name: string; at: number }[] = []
  const casts: { at: number; of: ESTree.Expression }[] = []
  const asked: number[] = []
  const cast = ({ start, expression }: ESTree.TSAsExpression | ESTree.TSTypeAssertion) =>
    void casts.push({ at: start, of: root(expression) })

  new Visitor({
    FunctionDeclaration: node => void functions.push(node),
    FunctionExpression: node => void functions.push(node),
    ArrowFunctionExpression: node => void functions.push(node),
    VariableDeclarator: ({ id, init, start }) => {
      if (init && isAsking(root(init))) answers.push(...namesIn(id).map(name => ({ name, at: start })))
    },
    CallExpression: node => {
      if (isAsking(node) && node.typeArguments) asked.push(node.start)
    },
    TSAsExpression: cast,
    TSTypeAssertion: cast,
  }).visit(program)

  const scopeOf = (at: number) => functions.filter(({ start, end }) => start <= at && at < end).at(-1)
  const isAnswer = (of: ESTree.Expression, at: number) =>
    isAsking(of) ||
    (of.type === 'Identifier' &&
      answers.some(answer => {
        const scope = scopeOf(answer.at)
        return answer.name === of.name && scope !== undefined && scope.start <= at && at < scope.end
      }))
  return [...asked, ...casts.filter(({ of, at }) => isAnswer(of, at)).map(({ at }) => at)]
}
