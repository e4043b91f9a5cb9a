import { Notifications } from '@mantine/notifications'

const NoticesCorner = () => (
  <Notifications position="bottom-right" containerWidth="min(27rem, calc(100vw - 2rem))" />
)
export default NoticesCorner
