import { lazy, type ReactNode, Suspense } from 'react'
import { useEver } from './ever.ts'

export type QuestionProps = {
  opened: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  action: string
  onConfirm: () => Promise<unknown>
  isDangerous?: boolean
  isReady?: boolean
}

const QuestionDialog = lazy(() => import('./question-dialog.tsx'))

/**
 * A question before something that cannot be undone, or moves money. `action` names what will be done, with the amount
 * (“Rembourser 12,50 €”). It stays open and says why when the server refuses.
 */
export const Question = (props: QuestionProps) =>
  useEver(props.opened) && (
    <Suspense>
      <QuestionDialog {...props} />
    </Suspense>
  )
