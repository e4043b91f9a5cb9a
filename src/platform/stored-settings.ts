import type { TSchema } from 'typebox'
import type { SettingsSchema } from './settings.ts'

/** A setting that staff may store, unless the environment gives it. */
export type StorableSetting = {
  /** Its name on the wire and in the store. */
  name: string
  schema: TSchema
  /** Whether the environment gives its value, which cannot be changed then. */
  isFixed: boolean
  /** Returns the value that applies; null without one. */
  read(): string | null
}

/** Settings of one owner: their schema and the object that the owner reads them from. */
type Owner = { schema: SettingsSchema; values: Record<string, unknown> }

export type StoredSettings = ReturnType<typeof createStoredSettings>

/**
 * Applies stored values to the settings of their owners, which therefore read such a setting whenever they use it.
 * `fixed` are the variables that the environment gives.
 */
export function createStoredSettings(owners: readonly Owner[], fixed: readonly string[]) {
  const settings = owners.flatMap(({ schema, values }) =>
    Object.entries(schema.properties).flatMap(([key, property]) =>
      property.stored === undefined
        ? []
        : [{ name: property.stored, key, values, schema: property, isFixed: fixed.includes(property.env) }],
    ),
  )
  return {
    settings: settings.map(
      ({ name, key, values, schema, isFixed }): StorableSetting => ({
        ...{ name, schema, isFixed },
        read: () => (values[key] === undefined ? null : String(values[key])),
      }),
    ),
    /** Replaces the values that apply. A setting without a stored value has its default. */
    apply(stored: Readonly<Record<string, string>>) {
      for (const { name, key, values, schema, isFixed } of settings)
        if (!isFixed) values[key] = stored[name] ?? ('default' in schema ? schema.default : undefined)
    },
  }
}
