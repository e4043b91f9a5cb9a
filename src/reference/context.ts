import type { Platform } from '../platform/area.ts'
import type { Resource } from './resources.ts'

/** The platform, and the resource that the routes serve. */
export type ResourceContext = Platform<never> & { resource: Resource }
