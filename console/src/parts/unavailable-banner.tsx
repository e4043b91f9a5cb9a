import { Alert } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

export const UnavailableBanner = () => {
  const texts = useTexts(partTexts)
  return (
    <Alert color="yellow" role="status" mb="md">
      {texts.away}
    </Alert>
  )
}
