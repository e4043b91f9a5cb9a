import { Modal } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import SignIn from './sign-in.tsx'
import { shellTexts } from './texts.ts'

/** Over the page, which waits with what was typed until somebody signs in again. */
export default function SessionEnded() {
  const texts = useTexts(shellTexts)
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} title={texts.sessionEnded}>
      <SignIn inDialog />
    </Modal>
  )
}
