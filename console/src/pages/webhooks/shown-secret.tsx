import { Text } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'
import { webhookTexts } from './texts.ts'

export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const texts = useTexts(webhookTexts)
  return (
    <ShownOnce title={texts.secretTitle} secret={secret} close={texts.kept} onClose={onClose}>
      <Text size="sm">{texts.secretFor}</Text>
    </ShownOnce>
  )
}
