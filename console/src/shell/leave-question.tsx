import { Text } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { useWaitingNavigation } from '../parts/leave-warning.ts'
import { Question } from '../parts/question.tsx'
import { shellTexts } from './texts.ts'

/** Asks before unsaved input is lost because a page is left. */
export function LeaveQuestion() {
  const texts = useTexts(shellTexts)
  const waiting = useWaitingNavigation()
  return (
    <Question
      opened={waiting !== undefined}
      onClose={() => waiting?.stay()}
      title={texts.leaveTitle}
      action={texts.leave}
      dismissal={texts.stay}
      onConfirm={async () => waiting?.leave()}
      isDangerous
    >
      <Text size="sm">{texts.leaveText}</Text>
    </Question>
  )
}
