import { useId } from 'preact/hooks'
import { useFormats } from '../../language/formats.ts'

type Value = { value: string; label: string; count: number }

type Props = {
  name: string
  /** Label of the option without a filter. */
  any: string
  /** The selected value; empty for none. */
  chosen: string
  values: Value[]
  choose: (value: string) => void
}

/** A filter with the number of products for each value. It is a native select, which phones display in their own way. */
export function Facet({ name, any, chosen, values, choose }: Props) {
  const id = useId()
  const { count } = useFormats()
  const isThere = chosen === '' || values.some(({ value }) => value === chosen)
  if (values.length === 0 && chosen === '') return null
  return (
    <div class="field">
      <label for={id}>{name}</label>
      <select id={id} value={chosen} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{any}</option>
        {/* The selected value stays visible, even if no product has it. */}
        {!isThere && <option value={chosen}>{chosen}</option>}
        {values.map(value => (
          <option key={value.value} value={value.value}>
            {`${value.label} (${count(value.count)})`}
          </option>
        ))}
      </select>
    </div>
  )
}
