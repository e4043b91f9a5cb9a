import { areaNames } from '../../src/areas.ts'
import type { TestPlatform } from './platform.ts'

export type Shape = {
  $ref?: string
  type?: string | string[]
  format?: string
  anyOf?: Shape[]
  items?: Shape
  properties?: Record<string, Shape>
  additionalProperties?: unknown
}
type Media = { content?: Record<string, { schema: Shape }> }
type Described = {
  operationId: string
  parameters?: { in: string; name: string; required?: boolean; schema: Shape }[]
  requestBody?: Media
  responses: Record<string, Media>
}

/** A documented operation with its shape references resolved. */
export type Documented = {
  id: string
  method: string
  /** The URL under the area's prefix, with 1 for each path parameter. */
  url: string
  query: { name: string; required?: boolean; schema: Shape }[]
  body: Shape
  answer: Shape
}

function inlined(shape: Shape, shapes: Record<string, Shape>): Shape {
  const { $ref, anyOf, items, properties, ...rest } = shape
  if ($ref) return inlined(shapes[$ref.split('/').at(-1) ?? ''] ?? {}, shapes)
  return {
    ...rest,
    ...(anyOf ? { anyOf: anyOf.map(each => inlined(each, shapes)) } : {}),
    ...(items ? { items: inlined(items, shapes) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, each]) => [name, inlined(each, shapes)]),
          ),
        }
      : {}),
  }
}

/** Lists the documented operations of all areas. */
export function listDocumentedOperations({ documents }: TestPlatform): Documented[] {
  return areaNames.flatMap(area => {
    // This project generates the document, so its operations have these properties.
    const { paths, components } = documents.of(area) as unknown as {
      paths: Record<string, Record<string, Described>>
      components: { schemas: Record<string, Shape> }
    }
    const shapeOf = ({ content }: Media = {}) =>
      inlined(content?.['application/json']?.schema ?? {}, components.schemas)
    return Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId, parameters = [], requestBody, responses }]) => ({
        id: operationId,
        method: method.toUpperCase(),
        url: `/${area}${path.replaceAll(/\{\w+\}/g, '1')}`,
        query: parameters
          .filter(each => each.in === 'query')
          .map(each => ({ ...each, schema: inlined(each.schema, components.schemas) })),
        body: shapeOf(requestBody),
        answer: shapeOf(responses['200']),
      })),
    )
  })
}
