import { Text, Timeline } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import type { Moment } from './history.ts'

const COLOURS = { good: 'teal', bad: 'red', plain: 'gray.5' }

/** History of an order in sentences, newest last. */
export function OrderHistory({ moments }: { moments: readonly Moment[] }) {
  const { moment } = useFormats()
  return (
    <Timeline active={moments.length} bulletSize={16} lineWidth={2} component="ol" className="life">
      {moments.map(({ key, at, title, details, tone }) => (
        <Timeline.Item key={key} color={COLOURS[tone]} component="li">
          <Text size="sm" fw={600} className="wraps">
            {title}
          </Text>
          {details.map(detail => (
            <Text key={detail} size="sm" className="wraps">
              {detail}
            </Text>
          ))}
          <Text size="xs" c="dimmed" component="time" dateTime={at}>
            {moment(at)}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}
