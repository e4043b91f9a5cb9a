import { notifications } from '@mantine/notifications'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

/** Says in a corner what has happened, for some seconds; what one has to know stays until it is closed. */
export function useNotify() {
  const { close } = useTexts(partTexts)
  const closeButtonProps = { 'aria-label': close }
  return {
    done: (message: string) => notifications.show({ message, closeButtonProps }),
    warn: (message: string) =>
      notifications.show({ message, closeButtonProps, color: 'yellow', autoClose: false }),
  }
}
