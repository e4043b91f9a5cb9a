import { lazy, type ReactNode, Suspense } from 'react'
import { useOnceTrue } from './once-true.ts'

export type QuestionProps = {
  opened: boolean
  onClose: () => void
  title: string
  children?: ReactNode
  action: string
  /** The label of the other button; “Annuler” by default, which does not suit an action of that name. */
  dismissal?: string
  onConfirm: () => Promise<unknown>
  isDangerous?: boolean
  isReady?: boolean
}

const QuestionDialog = lazy(() => import('./question-dialog.tsx'))

/**
 * A dialog that confirms an action. `action` is the label of its button and names the action, with the amount if it
 * moves money (“Rembourser 12,50 €”). If the server refuses, the dialog stays open and shows the reason.
 */
export const Question = (props: QuestionProps) =>
  useOnceTrue(props.opened) && (
    <Suspense>
      <QuestionDialog {...props} />
    </Suspense>
  )
