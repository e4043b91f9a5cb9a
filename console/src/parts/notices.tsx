import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'
import { useOnceTrue } from './once-true.ts'

const Corner = lazy(() => import('./notices-corner.tsx'))

/** Shows notifications in a corner; the component that does so is loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications()
  return (
    useOnceTrue(notifications.length > 0) && (
      <Suspense>
        <Corner />
      </Suspense>
    )
  )
}
