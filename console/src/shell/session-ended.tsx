import { Modal } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import SignIn from './sign-in.tsx'
import { shellTexts } from './texts.ts'

/** A dialog over the page, which keeps its input until the user signs in again. */
export default function SessionEnded() {
  const texts = useTexts(shellTexts)
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} title={texts.sessionEnded}>
      <SignIn inDialog />
    </Modal>
  )
}
