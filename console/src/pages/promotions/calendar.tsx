import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import type { Promotion } from '../../sales/promotions.ts'
import { daysIn, localTimeOf, monthOf, spanIn } from './moments.ts'
import { useNames } from './names.ts'
import { type State, stateOf } from './promotions.ts'
import { promotionTexts } from './texts.ts'

const COLORS: Record<State, string> = { now: 'teal', soon: 'blue', over: 'gray' }
const share = (part: number, whole: number) => `${(part / whole) * 100}%`

/** The promotions of a month, each as a bar across its days. */
export function Calendar({ month, promotions }: { month: string; promotions: readonly Promotion[] }) {
  const texts = useTexts(promotionTexts)
  if (promotions.length === 0) return <Text c="dimmed">{texts.empty}</Text>
  return (
    <div>
      <Days month={month} />
      <ul className="calendar">
        {promotions.map(promotion => (
          <Row key={promotion.id} month={month} promotion={promotion} />
        ))}
      </ul>
    </div>
  )
}

/** Every seventh day has a label; today is highlighted. */
function Days({ month }: { month: string }) {
  const days = daysIn(month)
  const today = monthOf(new Date()) === month ? Number(localTimeOf(new Date()).slice(8, 10)) : undefined
  const named = [1, 8, 15, 22, 29].filter(day => day <= days)
  return (
    <div className="calendar-days" aria-hidden>
      {named.map(day => (
        <span key={day} style={{ insetInlineStart: share(day - 1, days) }}>
          {day}
        </span>
      ))}
      {today && <i style={{ insetInlineStart: share(today - 0.5, days) }} />}
    </div>
  )
}

function Row({ month, promotion }: { month: string; promotion: Promotion }) {
  const texts = useTexts(promotionTexts)
  const { day } = useFormats()
  const { nameOf, discountOf, limitsOf } = useNames()
  const span = spanIn(month, promotion.dateDebut, promotion.dateFin)
  const state = stateOf(promotion)
  const isPaused = !promotion.autoAppliquee
  return (
    <li>
      <Group gap="xs" justify="space-between">
        <Anchor component={Link} href={`/${promotion.id}`} fw={600} size="sm">
          {nameOf(promotion)}
        </Anchor>
        <Group gap={6}>
          <Text size="sm" fw={600}>
            {discountOf(promotion)}
          </Text>
          <Badge variant="light" tt="none" color={COLORS[state]} size="sm">
            {texts[state]}
          </Badge>
        </Group>
      </Group>
      <Text size="xs" c="dimmed">
        {[texts.from(day(promotion.dateDebut), day(promotion.dateFin)), ...limitsOf(promotion)].join(' · ')}
      </Text>
      {span && (
        <div className="calendar-track" aria-hidden>
          <div
            className={`calendar-bar ${isPaused ? 'paused' : state}`}
            style={{
              insetInlineStart: share(span.from, span.days),
              width: share(Math.max(0.4, span.to - span.from), span.days),
            }}
          />
        </div>
      )}
    </li>
  )
}
