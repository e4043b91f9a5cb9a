import { Center, Loader } from '@mantine/core'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

export const Loading = () => {
  const texts = useTexts(partTexts)
  return (
    <Center p="xl">
      <Loader aria-label={texts.loading} />
    </Center>
  )
}
