import { Anchor, Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Facts } from '../../sales/facts.tsx'
import { Section } from '../../sales/section.tsx'
import { useMay } from '../../shell/session.tsx'
import { EditClient } from './edit-client.tsx'
import { clientTexts } from './texts.ts'

type Client = Shapes['Client']
type Account = Shapes['Compte'] | null | undefined

/** Contact data of a customer, and their shop account. */
export function Identity({ id, client, account }: { id: string; client: Client | null; account: Account }) {
  const texts = useTexts(clientTexts)
  const { day } = useFormats()
  const may = useMay()
  const [isEditing, setEditing] = useState(false)
  const email = client?.adresseMail ?? account?.email
  const others = account?.clientIds.filter(other => other !== id) ?? []
  return (
    <Section
      title={texts.identity}
      actions={
        may('support') &&
        account !== undefined && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {texts.correct}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [texts.number, client ? `${client.idClient} (n° ${client.id})` : id],
          [
            texts.email,
            email && (
              <Anchor fz="inherit" href={`mailto:${email}`}>
                {email}
              </Anchor>
            ),
          ],
          [
            texts.phone,
            client?.telephone && (
              <Anchor fz="inherit" href={`tel:${client.telephone}`}>
                {client.telephone}
              </Anchor>
            ),
          ],
          [texts.address, client?.adresse],
          [texts.birthday, client?.anniversaire && day(client.anniversaire)],
          [texts.since, client && day(client.createdAt)],
          [texts.otherNames, others.join(', ')],
        ]}
      />
      {may('support') && account !== undefined && (
        <Text size="sm" c="dimmed">
          {account
            ? `${texts.account} · ${account.courrielProuve ? texts.proven : texts.unproven}`
            : texts.noAccount}
        </Text>
      )}
      {isEditing && (
        <EditClient id={id} client={client} account={account} onClose={() => setEditing(false)} />
      )}
    </Section>
  )
}
