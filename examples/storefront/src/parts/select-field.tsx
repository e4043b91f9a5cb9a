import { useId } from 'preact/hooks'

type Props = {
  label: string
  name: string
  value: string
  options: readonly { value: string; label: string }[]
  change: (value: string) => void
  autocomplete?: string
}

export function SelectField({ label, options, change, ...select }: Props) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select {...select} id={id} onChange={({ currentTarget }) => change(currentTarget.value)}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
