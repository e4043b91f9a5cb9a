import { ActionIcon, Select, Stack, TagsInput, Text } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { useCountries } from './countries.ts'
import type { MethodForm } from './fields.tsx'
import { parsePrefixes } from './form.ts'
import { formTexts } from './form-texts.ts'

/** Most beginnings of postcodes that a zone may have. */
const MOST = 300

/** The countries of a method, each with the beginnings of its postcodes. */
export function Zones({ form }: { form: MethodForm }) {
  const words = useTexts(formTexts)
  const { choices, nameOf } = useCountries()
  const { zones } = form.values
  const setPrefixes = (i: number, typed: string[]) =>
    form.setFieldValue(`zones.${i}.prefixes`, parsePrefixes(typed))
  return (
    <Stack gap="xs">
      {zones.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.zonesHint}
        </Text>
      )}
      {zones.length > 0 && (
        <table className="data-table inputs">
          <caption className="for-readers">{words.zones}</caption>
          <thead>
            <tr>
              <th scope="col">{words.country}</th>
              <th scope="col">{words.prefixes}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {zones.map(({ pays, prefixes }, i) => (
              <tr key={`${pays}-${i}`}>
                <td data-title={words.country}>{nameOf(pays)}</td>
                <td data-title={words.prefixes}>
                  <TagsInput
                    aria-label={words.prefixesOf(nameOf(pays))}
                    placeholder={prefixes.length === 0 ? words.wholeCountry : words.prefixesHint}
                    splitChars={[',', ';']}
                    maxTags={MOST}
                    acceptValueOnBlur
                    value={prefixes}
                    onChange={typed => setPrefixes(i, typed)}
                    error={form.errors[`zones.${i}.prefixes`]}
                  />
                </td>
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.removeCountry(nameOf(pays))}
                    onClick={() => form.removeListItem('zones', i)}
                  >
                    ×
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Select
        label={words.addCountry}
        data={choices.filter(({ value }) => zones.every(({ pays }) => pays !== value))}
        value={null}
        searchable
        onChange={pays => pays && form.insertListItem('zones', { pays, prefixes: [] })}
      />
    </Stack>
  )
}
