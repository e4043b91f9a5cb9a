import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import { useLanguage, useTexts } from '../language/language.tsx'
import { type Entry, PAGES_PER_STORE } from '../pages/index.ts'
import { Page } from '../parts/page.tsx'
import { rolesWith, roleTexts, useRightNames } from './rights.ts'
import { type Right, useMay } from './session.tsx'
import { shellTexts } from './texts.ts'

/** A page that the user may not open, with the rights and roles that open it. */
export default function MissingRight({ page }: { page: Entry }) {
  const texts = useTexts(shellTexts)
  const { language } = useLanguage()
  const may = useMay()
  const isPerStore = PAGES_PER_STORE.includes(page.path)
  return (
    <Page title={page.title[language]}>
      <Stack gap="xs" align="flex-start">
        {may(...page.rights) && !isPerStore ? (
          <Text>{texts.everyStoreNeeded}</Text>
        ) : (
          <NeededRights rights={page.rights} />
        )}
        <Anchor component={Link} href="/">
          {texts.start}
        </Anchor>
      </Stack>
    </Page>
  )
}

/** The rights of which one is needed, and the roles that include one. */
export function NeededRights({ rights }: { rights: readonly Right[] }) {
  const texts = useTexts(shellTexts)
  const { language } = useLanguage()
  const nameRights = useRightNames()
  const roles = useTexts(roleTexts)
  const oneOf = new Intl.ListFormat(language, { type: 'disjunction' })
  const names = rights.map(right => nameRights([right]))
  return (
    <Text size="sm">
      {texts.rightNeeded(oneOf.format(names), oneOf.format(rolesWith(rights).map(role => roles[role])))}
    </Text>
  )
}
