import type { ComponentProps } from 'preact'
import { useId } from 'preact/hooks'

type Props = Omit<ComponentProps<'input'>, 'id' | 'onInput' | 'value'> & {
  label: string
  value: string
  change: (value: string) => void
  hint?: string
  /** Validation error. */
  fault?: string | undefined
}

export function Field({ label, value, change, hint, fault, class: name, ...input }: Props) {
  const id = useId()
  const told = fault ?? hint
  return (
    <div class={`field ${name ?? ''}`}>
      <label for={id}>{label}</label>
      <input
        {...input}
        id={id}
        value={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={told ? `${id}-told` : undefined}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      {told && (
        <p id={`${id}-told`} class={fault ? 'field-fault' : 'field-hint'}>
          {told}
        </p>
      )}
    </div>
  )
}
