import { Anchor, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answerOf, api, ignoreNotFound } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Page } from '../../parts/page.tsx'
import { pageAddress } from '../../sales/links.tsx'
import { useMay } from '../../shell/session.tsx'
import { Cards } from './cards.tsx'
import { Identity } from './identity.tsx'
import { Mails } from './mails.tsx'
import { Orders } from './orders.tsx'
import { ErasureState, PersonalData, useErasure } from './personal-data.tsx'
import { Loyalty } from './points.tsx'
import { Purchases } from './purchases.tsx'
import { Returns } from './returns.tsx'
import { clientTexts } from './texts.ts'

/** One customer, by their `CLI_` identifier, with all data that the user's rights include. */
export function ClientPage({ id }: { id: string }) {
  const texts = useTexts(clientTexts)
  const may = useMay()
  const record = useQuery({
    queryKey: ['client', id],
    queryFn: async () =>
      (await ignoreNotFound(answerOf(api.GET('/api/publique/clients/{id}', { params: { path: { id } } })))) ??
      null,
  })
  const account = useQuery({
    enabled: may('support'),
    queryKey: ['client', id, 'account'],
    queryFn: async () =>
      (await ignoreNotFound(
        answerOf(api.GET('/api/v1/privee/comptes/{ref}', { params: { path: { ref: id } } })),
      )) ?? null,
  })
  const erasure = useErasure(id, may('admin'))
  const isKnown = Boolean(record.data || account.data)
  const name = record.data ? `${record.data.prenom} ${record.data.nom}` : (account.data?.email ?? id)
  const email = record.data?.adresseMail ?? account.data?.email
  return (
    <Page title={name} actions={may('admin') && isKnown && <PersonalData id={id} name={name} />}>
      <Anchor component={Link} href="/" size="sm">
        ← {texts.title}
      </Anchor>
      {erasure && <ErasureState erasure={erasure} />}
      <Answer of={record}>
        {client =>
          client === null && !account.data ? (
            !erasure && <Text c="dimmed">{texts.none}</Text>
          ) : (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <Stack gap="md">
                <Identity id={id} client={client} account={account.data} />
                {client && <Loyalty client={client} />}
                {may('support') && <Cards id={id} />}
                {may('support') && email && <Mails email={email} />}
              </Stack>
              <Stack gap="md">
                <Orders id={id} />
                {may('support') && <Returns id={id} />}
                {client && <Purchases id={id} />}
                {may('support') && (
                  <Anchor component={Link} href={pageAddress(`/paiements?search=${id}`)} size="sm">
                    {texts.payments}
                  </Anchor>
                )}
              </Stack>
            </SimpleGrid>
          )
        }
      </Answer>
    </Page>
  )
}
