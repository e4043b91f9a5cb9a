import type { TSchema } from 'typebox'
import type { SettingsSchema } from './settings.ts'

/** Settings of one owner: their schema and the object that the owner reads them from. */
type Owner = { schema: SettingsSchema; values: Record<string, unknown> }

/** A setting that staff may store, unless the environment gives it. `read` returns the value that applies, or null. */
export type StorableSetting = { name: string; schema: TSchema; isFixed: boolean; read(): string | null }

export type StoredSettings = ReturnType<typeof createStoredSettings>

/**
 * Applies stored values to the settings of their owners, which therefore read such a setting whenever they use it.
 * `names` are the variables of these settings, by their names in the store; `given` those with a value in the
 * environment.
 */
export function createStoredSettings(
  names: Readonly<Record<string, string>>,
  owners: readonly Owner[],
  given: readonly string[],
) {
  const settings = owners.flatMap(({ schema, values }) =>
    Object.entries(schema.properties).flatMap(([key, property]) => {
      const name = Object.keys(names).find(each => names[each] === property.env)
      return name === undefined
        ? []
        : [{ name, key, values, schema: property, isFixed: given.includes(property.env) }]
    }),
  )
  const readable = settings.map(
    ({ key, values, ...setting }): StorableSetting => ({
      ...setting,
      read: () => (values[key] === undefined ? null : String(values[key])),
    }),
  )
  return {
    settings: readable,
    /** Returns the value that applies of the setting with this name in the store, or null. */
    read: (name: string) => readable.find(setting => setting.name === name)?.read() ?? null,
    /** Replaces the values that apply. A setting without a stored value has its default. */
    apply(stored: Readonly<Record<string, string>>) {
      for (const { name, key, values, schema, isFixed } of settings)
        if (!isFixed) values[key] = stored[name] ?? ('default' in schema ? schema.default : undefined)
    },
  }
}
