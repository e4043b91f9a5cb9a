import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { answerOf, api } from '../api/client.ts'
import { useLanguage, useTexts } from '../language/language.tsx'
import { IconUserCircle } from '../parts/icons.tsx'
import { useSession } from './session.tsx'
import { shellTexts } from './texts.ts'

/** Language, color scheme and sign-out. */
export function Settings() {
  const texts = useTexts(shellTexts)
  const { nom, demonstration } = useSession()
  const { language, change } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const client = useQueryClient()
  const signOut = useMutation({
    mutationFn: () => answerOf(api.DELETE('/api/v1/publique/sessions-personnel')),
    // Clear cached data that the next user may not see.
    onSuccess: () => {
      client.clear()
      window.location.assign('/console')
    },
  })
  const choices = useRef<HTMLDivElement>(null)
  const choose = (what: () => void) => () => {
    choices.current?.hidePopover()
    what()
  }
  return (
    <>
      <button
        type="button"
        className="own-name"
        popoverTarget="settings"
        aria-label={demonstration ? texts.settings : nom}
      >
        <IconUserCircle size={18} />
        <span>{demonstration ? texts.settings : nom}</span>
      </button>
      <div id="settings" className="settings" popover="auto" ref={choices}>
        <button
          type="button"
          onClick={choose(() => change(language === 'fr' ? 'en' : 'fr'))}
          lang={language === 'fr' ? 'en' : 'fr'}
        >
          {texts.otherLanguage}
        </button>
        <button type="button" onClick={choose(() => setColorScheme(scheme === 'dark' ? 'light' : 'dark'))}>
          {scheme === 'dark' ? texts.light : texts.dark}
        </button>
        <a href="/">{texts.home}</a>
        {!demonstration && (
          <button type="button" onClick={choose(() => signOut.mutate())}>
            {texts.signOut}
          </button>
        )}
      </div>
    </>
  )
}
