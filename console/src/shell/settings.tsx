import { Button, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { useLanguage, useTexts } from '../language/language.tsx'
import { useSession } from './session.tsx'
import { shellTexts } from './texts.ts'

/** Language, light or dark, and signing out. */
export function Settings() {
  const texts = useTexts(shellTexts)
  const { nom, demonstration } = useSession()
  const { language, change } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/publique/sessions-personnel')),
    // What the next one may not see must not wait in memory.
    onSuccess: () => {
      client.clear()
      window.location.assign('/console')
    },
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="subtle" color="gray" ml="auto" className="own-name" size="compact-md">
          {demonstration ? texts.settings : nom}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => change(language === 'fr' ? 'en' : 'fr')}
          lang={language === 'fr' ? 'en' : 'fr'}
        >
          {texts.otherLanguage}
        </Menu.Item>
        <Menu.Item onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}>
          {scheme === 'dark' ? texts.light : texts.dark}
        </Menu.Item>
        <Menu.Item component="a" href="/">
          {texts.home}
        </Menu.Item>
        {!demonstration && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => signOut.mutate()}>{texts.signOut}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
