import { countsBy } from '../metrics/counts.ts'

export const messagesTaken = countsBy(
  'comptoir_messages_taken_total',
  'Messages that this process has taken in, repeated ones too',
  'queue',
)

export const messagesRefused = countsBy(
  'comptoir_messages_refused_total',
  'Messages that this process has refused',
  'queue',
)

export const messagesDelayed = countsBy(
  'comptoir_messages_delayed_total',
  'How often this process has put messages off because what they need was away, or for a failure of unknown cause',
  'queue',
)
