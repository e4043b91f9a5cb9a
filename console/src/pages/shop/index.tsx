import { Button, Title } from '@mantine/core'
import { Link, Route, Switch } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Page } from '../../parts/page.tsx'
import { MailForm } from './mail.tsx'
import { ParticularsForm } from './particulars.tsx'
import { useShopSettings } from './settings.ts'
import { Setup } from './setup.tsx'
import { shopTexts } from './texts.ts'

/** The settings of the shop, and the set-up of a new one. */
export default function Shop() {
  return (
    <Switch>
      <Route path="/">
        <ShopPage />
      </Route>
      <Route path="/mise-en-service">
        <Setup />
      </Route>
    </Switch>
  )
}

function ShopPage() {
  const texts = useTexts(shopTexts)
  const settings = useShopSettings()
  return (
    <Page
      title={texts.title}
      actions={
        <Button component={Link} href="/mise-en-service" variant="default">
          {texts.setup}
        </Button>
      }
    >
      <Answer of={settings}>
        {data => (
          <>
            <Title order={2} size="h4">
              {texts.particulars}
            </Title>
            <ParticularsForm settings={data} />
            <Title order={2} size="h4" mt="lg">
              {texts.mail}
            </Title>
            <MailForm settings={data} />
          </>
        )}
      </Answer>
    </Page>
  )
}
