import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useLanguage, useTexts } from '../language/language.tsx'
import { useOwnPages } from './pages.tsx'
import { shellTexts } from './texts.ts'

/** How long after `g` the key of a page is waited for. */
const SEQUENCE_MS = 1_500
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `g` and a letter goes to a page, `/` to its search, `?` shows what there is. */
export function Shortcuts() {
  const texts = useTexts(shellTexts)
  const { language } = useLanguage()
  const pages = useOwnPages()
  const [, navigate] = useLocation()
  const [isOpen, { open, close }] = useDisclosure()
  const goneAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelector('[role="dialog"]')) return
      const isSecond = event.timeStamp - goneAt.current < SEQUENCE_MS
      goneAt.current = Number.NEGATIVE_INFINITY
      const page = isSecond && pages.find(({ key }) => key === event.key)
      if (page) navigate(page.path)
      else if (event.key === 'g') goneAt.current = event.timeStamp
      else if (event.key === '?') open()
      else if (event.key === '/') {
        document.querySelector<HTMLInputElement>('#content input[type="search"]')?.focus()
        event.preventDefault()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [pages, navigate, open])

  return (
    <Modal opened={isOpen} onClose={close} title={texts.shortcuts}>
      <Stack gap="xs">
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
