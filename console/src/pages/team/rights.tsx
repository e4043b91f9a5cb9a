import { Checkbox, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { RIGHTS, RIGHTS_OF_ROLE, ROLES, rightTexts, roleOf, roleTexts } from '../../shell/rights.ts'
import type { Right } from '../../shell/session.tsx'
import { teamTexts } from './texts.ts'

/** Rights that only programs need. */
const FOR_PROGRAMS: readonly Right[] = ['metrics', 'peer']

type Choice = {
  label: string
  value: readonly Right[]
  onChange: (rights: Right[]) => void
  error?: string | undefined
}

/** Selects the role of a member of staff, or single rights. */
export function RoleInput({ label, value, onChange, error }: Choice) {
  const texts = useTexts(teamTexts)
  const words = useTexts(roleTexts)
  const role = roleOf(value)
  const [isCustom, setCustom] = useState(value.length > 0 && role === undefined)
  // Another administrator's change may arrive in the form, so the state alone does not suffice.
  const showsRights = isCustom || (value.length > 0 && role === undefined)
  const chosen = showsRights ? 'custom' : (role ?? '')
  const choose = (name: string) => {
    setCustom(name === 'custom')
    const named = ROLES.find(role => role === name)
    if (named) onChange([...RIGHTS_OF_ROLE[named]])
  }
  return (
    <>
      <Radio.Group
        label={label}
        value={chosen}
        onChange={choose}
        error={showsRights ? undefined : error}
        withAsterisk
      >
        <Stack gap="xs" mt="xs">
          {ROLES.map(role => (
            <Radio key={role} value={role} label={words[role]} description={words[`${role}Hint`]} />
          ))}
          <Radio value="custom" label={texts.custom} description={texts.customHint} />
        </Stack>
      </Radio.Group>
      {showsRights && <RightsInput label={texts.rights} value={value} onChange={onChange} error={error} />}
    </>
  )
}

/** Selects single rights. `forKey` also offers the rights that only programs need. */
export function RightsInput({
  label,
  value,
  onChange,
  error,
  forKey = false,
}: Choice & { forKey?: boolean }) {
  const words = useTexts(rightTexts)
  const offered = RIGHTS.filter(right => forKey || !FOR_PROGRAMS.includes(right) || value.includes(right))
  return (
    <Checkbox.Group
      label={label}
      value={[...value]}
      onChange={chosen => onChange(RIGHTS.filter(right => chosen.includes(right)))}
      error={error}
      withAsterisk
    >
      <Stack gap="xs" mt="xs">
        {offered.map(right => (
          <Checkbox key={right} value={right} label={words[right]} description={words[`${right}Hint`]} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
