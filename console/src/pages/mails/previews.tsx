import { Button, Group, Modal, SegmentedControl, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { partTexts } from '../../parts/texts.ts'
import { KINDS, kindTexts } from './kinds.ts'
import { mailTexts } from './texts.ts'

/** A button that opens previews of all mails with invented data, as wide and as dark as their readers see them. */
export function PreviewButton() {
  const texts = useTexts(mailTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.previews}
      </Button>
      {isOpen && <Previews onClose={() => setOpen(false)} />}
    </>
  )
}

function Previews({ onClose }: { onClose: () => void }) {
  const texts = useTexts(mailTexts)
  const kinds = useTexts(kindTexts)
  const { cancel } = useTexts(partTexts)
  const { language } = useLanguage()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('commande-recue')
  const [langue, setLangue] = useState<string>(language)
  const [width, setWidth] = useState('wide')
  const [scheme, setScheme] = useState('light')
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.previews}
      size="xl"
      closeButtonProps={{ 'aria-label': cancel }}
    >
      <Stack gap="sm">
        <Group gap="sm" align="flex-end">
          <Select
            label={texts.kind}
            data={KINDS.map(value => ({ value, label: kinds[value] }))}
            value={kind}
            onChange={value => setKind(KINDS.find(each => each === value) ?? kind)}
            allowDeselect={false}
            w="min(100%, 18rem)"
          />
          <SegmentedControl
            aria-label={texts.mailLanguage}
            data={[
              { value: 'fr', label: 'Français' },
              { value: 'en', label: 'English' },
            ]}
            value={langue}
            onChange={setLangue}
          />
          <SegmentedControl
            aria-label={texts.width}
            data={[
              { value: 'wide', label: texts.wide },
              { value: 'narrow', label: texts.narrow },
            ]}
            value={width}
            onChange={setWidth}
          />
          <SegmentedControl
            aria-label={texts.colors}
            data={[
              { value: 'light', label: texts.light },
              { value: 'dark', label: texts.dark },
            ]}
            value={scheme}
            onChange={setScheme}
          />
        </Group>
        <iframe
          title={kinds[kind]}
          src={`/api/v1/privee/courriels/apercus/${kind}?langue=${langue}`}
          sandbox=""
          width={width === 'wide' ? '100%' : '360'}
          height="620"
          className="mail-preview"
          data-scheme={scheme}
        />
      </Stack>
    </Modal>
  )
}
