import { Text } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import type { Withdrawal } from '../../sales/withdrawals.tsx'
import { pageTexts } from './texts.ts'

const DAY_MS = 86_400_000
const paris = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' })
/** The number of the day of a time in Paris. */
const dayNumberOf = (moment: number) => Date.parse(paris.format(moment)) / DAY_MS

/** Days before the deadline from which it is highlighted. */
const SOON = 3

/** The day before which a withdrawal must be refunded, and the days left unless it is refused or refunded. */
export function Deadline({ of: { statut, aRembourserAvant } }: { of: Withdrawal }) {
  const texts = useTexts(pageTexts)
  const { day, count } = useFormats()
  if (statut === 'refusee' || statut === 'remboursee')
    return (
      <Text component="span" size="sm" c="dimmed">
        {day(aRembourserAvant)}
      </Text>
    )
  const deadline = Date.parse(aRembourserAvant)
  const left = deadline < Date.now() ? -1 : dayNumberOf(deadline) - dayNumberOf(Date.now())
  const isUrgent = left < SOON
  return (
    <div>
      {day(aRembourserAvant)}
      <Text size="xs" c={isUrgent ? 'red' : 'dimmed'} fw={isUrgent ? 700 : 400}>
        {left < 0 ? texts.late : left === 0 ? texts.today : texts.daysLeft(count(left))}
      </Text>
    </div>
  )
}
