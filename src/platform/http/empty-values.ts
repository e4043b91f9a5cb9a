import type { FastifyInstance, preValidationHookHandler } from 'fastify'

type Shape = { properties?: Record<string, { keepEmpty?: boolean }> }

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.every(each => each === ''))

/**
 * An empty value in a query string counts as not given: a form sends one for each field that was left blank. Where the schema
 * of a parameter says `keepEmpty: true` it is a value, which nothing has: who looks for nobody must not be shown everybody.
 */
export function dropEmptyValues(app: FastifyInstance) {
  app.addHook('onRoute', route => {
    const { properties = {} } = (route.schema?.querystring ?? {}) as Shape
    const dropped = Object.keys(properties).filter(name => !properties[name]?.keepEmpty)
    if (dropped.length === 0) return
    const drop: preValidationHookHandler = ({ query }, _reply, done) => {
      // Fastify's type of a query is unknown; it is always an object.
      const given = query as Record<string, unknown>
      for (const name of dropped) if (isEmpty(given[name])) delete given[name]
      done()
    }
    route.preValidation = [drop, route.preValidation ?? []].flat()
  })
}
