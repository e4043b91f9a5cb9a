import { Text } from '@mantine/core'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { salesTexts } from '../../sales/texts.ts'
import { useRightNames } from '../../shell/rights.ts'
import type { Right } from '../../shell/session.tsx'
import { listTexts } from '../products/list-texts.ts'
import { slipTexts } from '../slips/texts.ts'
import { fieldTexts, valueTexts } from './fields.ts'
import { journalTexts } from './texts.ts'

type Entry = Shapes['Audit']

/** The changed fields of a record, in sentences. `name` is that of the record. */
export function Changes({ entry, name, kind }: { entry: Entry; name: string; kind: string | undefined }) {
  const texts = useTexts(journalTexts)
  const fields: Record<string, string> = useTexts(fieldTexts)
  const wordOf = useValues(kind)
  const fieldOf = (champ: string) => fields[champ] ?? champ
  const changes = entry.modifications ?? []
  const named = changes.filter(({ avant, apres }) => avant === undefined && apres === undefined)
  return (
    <>
      {changes.map(
        ({ champ, avant, apres }) =>
          (avant !== undefined || apres !== undefined) && (
            <Text key={champ} size="sm" className="wraps">
              {texts.changed(fieldOf(champ), name, wordOf(champ, avant), wordOf(champ, apres))}
            </Text>
          ),
      )}
      {named.length > 0 && (
        <Text size="sm">{texts.alsoChanged(name, named.map(({ champ }) => fieldOf(champ)).join(', '))}</Text>
      )}
    </>
  )
}

/** Returns a function that writes the value of a field in words. */
function useValues(kind: string | undefined) {
  const { euros, count, day } = useFormats()
  const { nameOf } = useStores()
  const nameRights = useRightNames()
  const texts = useTexts(journalTexts)
  const common: Record<string, string> = useTexts(valueTexts)
  const ofSlips: Record<string, unknown> = useTexts(slipTexts)
  const ofProducts: Record<string, unknown> = useTexts(listTexts)
  const ofOrders: Record<string, unknown> = useTexts(salesTexts)
  const own = { slip: ofSlips, product: ofProducts, order: ofOrders }[kind ?? '']

  function wordOf(champ: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return texts.none
    if (champ === 'droits') return nameRights(value as Right[])
    if (champ === 'magasins') return (value as number[]).map(nameOf).join(', ')
    if (Array.isArray(value)) return value.map(item => wordOf('', item)).join(', ')
    if (typeof value === 'number') {
      if (champ === 'tauxTva') return `${count(value)} %`
      return champ.endsWith('Cents') || champ === 'seuilMontant' ? euros(value) : count(value)
    }
    const text = String(value)
    if (champ.startsWith('date') && !Number.isNaN(Date.parse(text))) return day(text)
    const word = /^statut/.test(champ) ? own?.[text] : undefined
    return typeof word === 'string' ? word : (common[text] ?? text)
  }
  return wordOf
}
