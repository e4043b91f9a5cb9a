import { Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { Page } from '../../parts/page.tsx'
import { useRightNames } from '../../shell/rights.ts'
import { useSession } from '../../shell/session.tsx'
import { OwnCodes } from './own-codes.tsx'
import { OwnPassword } from './own-password.tsx'
import { accountTexts } from './texts.ts'

/** Settings of the signed-in user's account. */
export default function Account() {
  const texts = useTexts(accountTexts)
  const nameRights = useRightNames()
  const { nom, email, droits, demonstration } = useSession()
  if (demonstration)
    return (
      <Page title={texts.title}>
        <Text>{texts.demonstration}</Text>
      </Page>
    )
  return (
    <Page title={texts.title}>
      <Stack gap="xl">
        <Stack gap={2}>
          <Text fw={600}>{nom}</Text>
          <Text size="sm">{email}</Text>
          <Text size="sm" c="dimmed">
            {texts.rights} : {nameRights(droits)}
          </Text>
        </Stack>
        <section>
          <Title order={2} size="h4" mb="sm">
            {texts.password}
          </Title>
          <OwnPassword />
        </section>
        <section>
          <Title order={2} size="h4" mb="sm">
            {texts.codes}
          </Title>
          <OwnCodes />
        </section>
      </Stack>
    </Page>
  )
}
