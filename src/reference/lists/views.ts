import type { Caller } from '../../platform/http/caller.ts'
import { answeredFields } from '../fields.ts'
import type { Resource } from '../resources.ts'

/** The part of a resource that a caller sees, and so may name in a query. */
export type View = Resource & {
  /** Names of the fields of an answer. */
  names: readonly string[]
  isWhole: boolean
  /** Names of filters by what is not shown. */
  closedFilters: readonly string[]
  /** The one field that is searched, where the words of others are not to be found. */
  searchedAlone?: string | undefined
}

export const wholeView = (resource: Resource): View => ({
  ...resource,
  names: answeredFields(resource.fields),
  isWhole: true,
  closedFilters: [],
})

function openTo(everybody: readonly string[] | undefined, resource: Resource): View {
  const { include: _relations, ...view } = wholeView(resource)
  if (!everybody) return view
  const isSeen = (name: string) => everybody.includes(name)
  const isOpen = ([, { field }]: [string, { field: string }]) => isSeen(field)
  const filters = Object.entries(view.filters)
  return {
    ...view,
    names: everybody,
    isWhole: false,
    fields: Object.fromEntries(Object.entries(view.fields).filter(([name]) => isSeen(name))),
    filters: Object.fromEntries(filters.filter(isOpen)),
    closedFilters: filters.filter(filter => !isOpen(filter)).map(([name]) => name),
    searchedAlone: view.search.every(isSeen) ? undefined : view.search.find(isSeen),
  }
}

/** Staff who work with the goods, and other areas, see everything, relations with their prices too; others the open fields. */
export function viewsOf(resource: Resource) {
  const [all, open] = [wholeView(resource), openTo(resource.openFields, resource)]
  return ({ caller }: { caller: Caller }) => (caller.may('catalogue', 'warehouse', 'peer') ? all : open)
}

/** A record as a view shows it. */
export const shownIn = ({ names, isWhole }: View, record: Record<string, unknown>) =>
  isWhole ? record : Object.fromEntries(names.map(name => [name, record[name]]))
