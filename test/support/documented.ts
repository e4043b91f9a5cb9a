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

/** An operation as the documents tell of it, with the shapes that it names in their place. */
export type Documented = {
  id: string
  method: string
  /** Under the area's own address, every parameter of the path being 1. */
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

/** Every operation of every area. */
export function documentedBy({ documents }: TestPlatform): Documented[] {
  return areaNames.flatMap(area => {
    // The document is made by this project: its operations say so much.
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
