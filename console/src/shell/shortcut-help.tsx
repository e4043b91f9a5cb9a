import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useLanguage, useTexts } from '../language/language.tsx'
import type { Entry } from '../pages/index.ts'
import { shellTexts } from './texts.ts'

export default function ShortcutHelp({ pages, onClose }: { pages: readonly Entry[]; onClose: () => void }) {
  const texts = useTexts(shellTexts)
  const { language } = useLanguage()
  return (
    <Modal opened onClose={onClose} title={texts.shortcuts}>
      <Stack gap="xs">
        <Line keys={['Ctrl', 'K']} text={texts.shortcutFind} />
        <Line keys={['/']} text={texts.shortcutSearch} />
        <Line keys={['?']} text={texts.shortcutHelp} />
        {pages.map(({ path, key, title }) => (
          <Line key={path} keys={['g', key]} text={texts.shortcutGo(title[language])} />
        ))}
      </Stack>
    </Modal>
  )
}

const Line = ({ keys, text }: { keys: string[]; text: string }) => (
  <Group gap="xs">
    {keys.map(key => (
      <Kbd key={key}>{key}</Kbd>
    ))}
    <Text size="sm">{text}</Text>
  </Group>
)
