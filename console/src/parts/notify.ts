import { notifications } from '@mantine/notifications'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

/** Shows notifications in a corner for some seconds; important ones stay until they are closed. */
export function useNotify() {
  const { close } = useTexts(partTexts)
  const closeButtonProps = { 'aria-label': close }
  return {
    done: (message: string) => notifications.show({ message, closeButtonProps }),
    warn: (message: string) =>
      notifications.show({ message, closeButtonProps, color: 'yellow', autoClose: false }),
  }
}
