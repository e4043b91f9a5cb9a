import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense } from 'react'
import { useEver } from './ever.ts'

const Corner = lazy(() => import('./notices-corner.tsx'))

/** What is told in a corner; what shows it comes with the first. */
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
