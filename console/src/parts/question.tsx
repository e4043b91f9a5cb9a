import { lazy, type ReactNode, Suspense } from 'react'
import { useOnceTrue } from './once-true.ts'

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
 * Confirms an action that cannot be undone or moves money. `action` names it, with the amount (“Rembourser 12,50 €”). If the
 * server refuses, the dialog stays open and shows the reason.
 */
export const Question = (props: QuestionProps) =>
  useOnceTrue(props.opened) && (
    <Suspense>
      <QuestionDialog {...props} />
    </Suspense>
  )
