import { Anchor, Badge, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { writeMoment } from '../../parts/exports/csv.ts'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { partTexts } from '../../parts/texts.ts'
import { PreviewButton } from './previews.tsx'
import { mailTexts } from './texts.ts'

type Mail = Shapes['Courriel']
const STATUSES = ['retenu', 'a_envoyer', 'envoye', 'abandonne'] as const
const COLORS = { retenu: 'gray', a_envoyer: 'blue', envoye: 'teal', abandonne: 'red' } as const
const LIMIT = 20

const COLUMNS = defineColumns<Mail>({
  'Écrit le': ({ createdAt }) => writeMoment(createdAt),
  À: ({ destinataire }) => destinataire,
  Objet: ({ sujet }) => sujet,
  Commande: ({ ordreId }) => ordreId,
  État: ({ statut }) => mailTexts.fr[statut],
  'Envoyé le': ({ envoyeLe }) => writeMoment(envoyeLe),
  Essais: ({ essais }) => essais,
  'Dernier refus': ({ derniereErreur }) => derniereErreur,
})

/** Mails of the last 30 days, sent or not, and their delivery. */
export default function Mails() {
  const texts = useTexts(mailTexts)
  const { moment } = useFormats()
  const { get, page, set } = useSearchState()
  const [shown, show] = useState<Mail>()
  const statut = STATUSES.find(status => status === get('statut'))
  const destinataire = get('destinataire')
  const read = (paging: { page: number; limit: number }) => {
    const query = { ...paging, ...(statut && { statut }), ...(destinataire && { destinataire }) }
    return answerOf(api.GET('/api/v1/privee/courriels', { params: { query } }))
  }
  const mails = useQuery({
    queryKey: ['mails', statut, destinataire, page],
    queryFn: () => read({ page, limit: LIMIT }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  })
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <PreviewButton />
          <ExportButton source={{ name: 'courriels', columns: COLUMNS, rowKey: ({ id }) => id, read }} />
        </>
      }
    >
      <Group gap="sm" align="flex-end">
        <SearchBox
          value={destinataire}
          onSearch={address => set({ destinataire: address })}
          label={texts.address}
        />
        <Select
          label={texts.status}
          data={[
            { value: '', label: texts.every },
            ...STATUSES.map(value => ({ value, label: texts[value] })),
          ]}
          value={statut ?? ''}
          onChange={value => set({ statut: value ?? '' })}
          allowDeselect={false}
          w="min(100%, 15rem)"
        />
      </Group>
      <Answer of={mails}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={texts.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={texts.empty}
              columns={[
                { key: 'when', title: texts.when, cell: ({ createdAt }) => moment(createdAt) },
                { key: 'to', title: texts.to, cell: mail => mail.destinataire },
                {
                  key: 'subject',
                  title: texts.subject,
                  cell: mail => (
                    <Anchor
                      component="button"
                      type="button"
                      size="sm"
                      ta="inherit"
                      onClick={() => show(mail)}
                    >
                      {mail.sujet}
                    </Anchor>
                  ),
                },
                {
                  key: 'status',
                  title: texts.status,
                  cell: mail => (
                    <Badge variant="light" tt="none" miw="fit-content" color={COLORS[mail.statut]}>
                      {texts[mail.statut]}
                    </Badge>
                  ),
                },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
      {shown && <Reading mail={shown} onClose={() => show(undefined)} />}
    </Page>
  )
}

function Reading({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  const texts = useTexts(mailTexts)
  const { cancel } = useTexts(partTexts)
  const { moment, count } = useFormats()
  return (
    <Modal opened onClose={onClose} title={mail.sujet} size="lg" closeButtonProps={{ 'aria-label': cancel }}>
      <Stack gap="xs">
        <Text size="sm">{texts.toWhom(mail.destinataire)}</Text>
        <Text size="sm">
          {mail.envoyeLe ? texts.sentAt(moment(mail.envoyeLe)) : texts[mail.statut]}
          {mail.essais > 1 && ` · ${texts.tries(count(mail.essais))}`}
        </Text>
        {mail.derniereErreur && <Text size="sm">{texts.fault(mail.derniereErreur)}</Text>}
        <Text size="sm" className="wraps">
          {mail.texte}
        </Text>
      </Stack>
    </Modal>
  )
}
