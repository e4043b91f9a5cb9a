import { useTexts } from '../../language/language.ts'
import { Field } from '../../parts/field.tsx'
import { details, type FieldName } from '../../state/checkout.ts'
import { TEXTS } from './texts.ts'
import type { DetailError } from './validate-details.ts'

/** Errors by field, shown once the shopper has tried to submit. */
export type FieldErrors = Partial<Record<FieldName, DetailError>>

type Props = {
  name: FieldName
  label: string
  faults: FieldErrors
  hint?: string
  type?: 'email' | 'tel'
  autocomplete: string
}

export function DetailField({ name, faults, ...field }: Props) {
  const t = useTexts(TEXTS)
  const fault = faults[name]
  const words = { missing: t.missing, email: t.badEmail, postcode: t.badPostcode }
  return (
    <Field
      {...field}
      name={name}
      value={details.value[name]}
      change={value => {
        details.value = { ...details.value, [name]: value }
      }}
      fault={fault && words[fault]}
      // The longest that the platform accepts for a pick-up point.
      {...(name.startsWith('point') && { maxLength: 200 })}
    />
  )
}
