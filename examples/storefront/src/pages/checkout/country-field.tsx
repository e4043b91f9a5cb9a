import { listCountries } from '../../parts/countries.ts'
import { SelectField } from '../../parts/select-field.tsx'
import { details } from '../../state/checkout.ts'

type Props = { name: 'pays' | 'facturePays'; label: string; autocomplete: string }

export const CountryField = ({ name, ...field }: Props) => (
  <SelectField
    {...field}
    name={name}
    value={details.value[name]}
    options={listCountries()}
    change={value => {
      details.value = { ...details.value, [name]: value }
    }}
  />
)
