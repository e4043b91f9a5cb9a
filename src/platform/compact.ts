type Compact<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & {
  [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined>
}

/** The fields that have a value: an optional field of an answer is absent, never undefined. */
export const compact = <Fields extends object>(fields: Fields) =>
  // Object.fromEntries forgets which names there were.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<Fields>
