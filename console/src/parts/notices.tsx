import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'
import { useEver } from './ever.ts'

const Corner = lazy(() => import('./notices-corner.tsx'))

/** Shows a notification in the corner; its component is loaded with the first one. */
export function Notices() {
  const { notifications } = useNotifications()
  return (
    useEver(notifications.length > 0) && (
      <Suspense>
        <Corner />
      </Suspense>
    )
  )
}
