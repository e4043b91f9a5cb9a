import { AppShell, Badge, Burger, Group, NavLink, ScrollArea, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, useLocation } from 'wouter'
import { useAway } from '../api/away.ts'
import { useLanguage, useTexts } from '../language/language.tsx'
import { AwayBanner } from '../parts/away-banner.tsx'
import { Pages, useOwnPages } from './pages.tsx'
import { useSession } from './session.tsx'
import { Settings } from './settings.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { shellTexts } from './texts.ts'

/** The menu, the page, and what stands above every page. */
export function Shell() {
  const texts = useTexts(shellTexts)
  const { language } = useLanguage()
  const { demonstration } = useSession()
  const [isOpen, { toggle, close }] = useDisclosure()
  const [location] = useLocation()
  const pages = useOwnPages()
  const away = useAway()
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={texts.menu} />
          <Text fw={700} component={Link} href="/" className="plain-link">
            Comptoir
          </Text>
          {demonstration && (
            <Tooltip label={texts.demonstrationHint}>
              <Badge color="orange" variant="light" tt="none">
                {texts.demonstration}
              </Badge>
            </Tooltip>
          )}
          <Settings />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={texts.menu}>
        <ScrollArea>
          {pages.map(({ path, title }) => (
            <NavLink
              key={path}
              component={Link}
              href={path}
              label={title[language]}
              variant="filled"
              active={location === path || location.startsWith(`${path}/`)}
              aria-current={location === path ? 'page' : undefined}
              onClick={close}
            />
          ))}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {away && <AwayBanner />}
        <Pages />
      </AppShell.Main>
      <Shortcuts />
    </AppShell>
  )
}
