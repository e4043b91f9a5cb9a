import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { addExamples, type ExampleValues } from './documents/examples.ts'
import { describeOperation, SYSTEM, securitySchemes, tagsOf } from './documents/operation.ts'
import { describeResponses, type ErrorCodes } from './documents/responses.ts'
import { nameShapes, type Operation } from './documents/schemas.ts'

type Document = {
  openapi: string
  info: object
  paths: Record<string, Record<string, Operation>>
  components: object
  servers?: object[]
  tags?: object[]
}

export type Documents = Awaited<ReturnType<typeof createDocuments>>

const info = {
  description: [
    'A headless commerce platform. Amounts that end in `Cents` are whole cents, others decimal euros. Every error has the shape `Erreur`.',
    'Lists reject unknown parameters (400), except names that begin with `_` or `utm_`; bodies whose schema has `additionalProperties: false` reject unknown fields in the same way.',
    'An empty query parameter counts as absent unless the parameter states otherwise.',
  ].join(' '),
  license: { name: 'MIT', identifier: 'MIT' },
}

/** The title of the document of an area, or of the bare host. */
export const titleOf = (area: string | undefined) => (area ? `Comptoir ${area}` : 'Comptoir')

/** Creates OpenAPI documents from the routes. Must be called before the routes are registered. */
export async function createDocuments(
  app: FastifyInstance,
  {
    areas,
    version,
    exampleValues,
    errorCodes,
  }: { version: string; areas: readonly string[]; exampleValues: ExampleValues; errorCodes: ErrorCodes },
) {
  const notBare = new Set<string>()
  app.addHook('onRoute', route => {
    if (route.config?.bare === false) notBare.add(route.url)
  })
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: '', version }, components: { securitySchemes } },
    transform: ({ schema, url, route }) => ({ url, schema: describeOperation(schema, route.config ?? {}) }),
  })

  const areaOf = (path: string) => areas.find(area => path.startsWith(`/${area}/`))

  /** Returns the operations of an area or the bare host by path. */
  function pathsOf(area: string | undefined, document: Document) {
    const paths = Object.entries(document.paths).flatMap(([path, item]) => {
      const owner = areaOf(path)
      const url = path.replaceAll(/\{(\w+)\}/g, ':$1')
      const own = owner === area
      const onBareHost = area === undefined && owner !== undefined && !notBare.has(url)
      if (!own && !onBareHost) return []
      const operations = Object.entries(item).map(([method, each]) => [
        method,
        describeResponses(each, errorCodes),
      ])
      return [[owner ? path.slice(owner.length + 1) : path, Object.fromEntries(operations)] as const]
    })
    return Object.fromEntries(paths.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  function build(area: string | undefined): Document {
    // The plugin's type covers all OpenAPI versions; `Document` contains only the parts that are used here.
    const document = app.swagger() as unknown as Document
    const { paths, schemas } = nameShapes(pathsOf(area, document))
    const operations = Object.values(paths).flatMap(item => Object.values(item))
    const tags = new Set(operations.flatMap(operation => operation.tags))
    const schemes = new Set(operations.flatMap(({ security }) => security?.flatMap(Object.keys)))
    return {
      ...document,
      info: { ...document.info, title: titleOf(area), ...info },
      servers: [{ url: area ? `/${area}` : '/' }],
      tags: [...areas.flatMap(tagsOf), SYSTEM].filter(({ name }) => tags.has(name)),
      paths: addExamples(paths, { values: exampleValues, shapes: schemas }),
      components: {
        securitySchemes: Object.fromEntries(
          Object.entries(securitySchemes).filter(([name]) => schemes.has(name)),
        ),
        schemas,
      },
    }
  }

  const documents = new Map<string | undefined, Document>()
  return {
    /** Returns the OpenAPI document of one area, or of the bare host with all areas. */
    of(area?: string): Document {
      const document = documents.get(area) ?? build(area)
      documents.set(area, document)
      return document
    },
  }
}
