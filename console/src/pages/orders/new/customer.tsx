import { Button, Checkbox, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../../language/language.tsx'
import { findClients } from '../../clients/find.ts'
import type { Draft } from './draft.ts'
import { newOrderTexts } from './texts.ts'

/** The customer of the order: one who is found, one to register, or a guest. */
export function Customer({ draft: { client, form, choose } }: { draft: Draft }) {
  const texts = useTexts(newOrderTexts)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data } = useQuery({
    queryKey: ['clients', 'choice', search],
    queryFn: () => findClients({ search, page: 1, limit: 10, mayAskAccounts: false }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })
  const found = search.length > 1 ? (data?.clients ?? []) : []
  return (
    <>
      {client ? (
        <Group justify="space-between" gap="xs">
          <Text size="sm" className="wraps">
            {texts.known(`${client.prenom} ${client.nom}`, client.idClient)}
          </Text>
          <Button size="xs" variant="default" onClick={() => choose(undefined)}>
            {texts.otherClient}
          </Button>
        </Group>
      ) : (
        <Select
          label={texts.findClient}
          description={texts.findHint}
          searchable
          searchValue={typed}
          onSearchChange={setTyped}
          value={null}
          // The server has filtered already, in more fields than are shown.
          filter={({ options }) => options}
          data={found.map(({ idClient, prenom, nom, adresseMail }) => ({
            value: idClient,
            label: `${prenom} ${nom} (${adresseMail})`,
          }))}
          nothingFoundMessage={search.length > 1 ? texts.noClient : undefined}
          onChange={value => {
            choose(found.find(({ idClient }) => idClient === value))
            setTyped('')
          }}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={texts.firstName}
          required={form.values.isRegistered}
          {...form.getInputProps('prenom')}
        />
        <TextInput label={texts.lastName} required {...form.getInputProps('nom')} />
        <TextInput label={texts.email} type="email" required {...form.getInputProps('email')} />
        <TextInput label={texts.phone} type="tel" maxLength={50} {...form.getInputProps('telephone')} />
      </SimpleGrid>
      {!client && (
        <Checkbox
          label={texts.register}
          description={texts.registerHint}
          {...form.getInputProps('isRegistered', { type: 'checkbox' })}
        />
      )}
    </>
  )
}
