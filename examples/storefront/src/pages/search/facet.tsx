import { useId } from 'preact/hooks'
import { useFormats } from '../../language/formats.ts'

type Value = { value: string; label: string; count: number }

type Props = {
  name: string
  /** What no choice is called. */
  any: string
  /** The chosen value; empty: none. */
  chosen: string
  values: Value[]
  choose: (value: string) => void
}

/** One thing to narrow by, with how many products each value leaves. A telephone shows its choices in its own way. */
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
        {/* What was chosen stays to be seen, although it leaves nothing. */}
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
