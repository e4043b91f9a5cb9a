import { Anchor, Modal, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { answerOf, api, type Shapes } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { Answer } from '../parts/answer.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { Pager } from '../parts/pager.tsx'
import { useStores } from '../parts/stores.ts'
import { partTexts } from '../parts/texts.ts'
import type { Stock } from './count.tsx'
import { stockTexts } from './texts.ts'

const LIMIT = 10

type Movement = Shapes['MouvementStock']

/** The history of a stock, newest movement first. */
export function Movements({ stock, title, onClose }: { stock: Stock; title: string; onClose: () => void }) {
  const words = useTexts(stockTexts)
  const { close } = useTexts(partTexts)
  const { count, moment } = useFormats()
  const { nameOf } = useStores()
  const [page, setPage] = useState(1)
  const { storeId, productId } = stock
  const movements = useQuery({
    queryKey: ['stocks', 'movements', storeId, productId, page],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/privee/stocks/{storeId}/{productId}/mouvements', {
          params: { path: { storeId, productId }, query: { page, limit: LIMIT } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
  const cause = ({ nature, quantite, reference, motif }: Movement) => (
    <Stack gap={0}>
      <Text size="sm">{words[nature]}</Text>
      {reference !== null &&
        (nature === 'transfert' ? (
          <Text size="sm" c="dimmed">
            {quantite < 0 ? words.to(nameOf(Number(reference))) : words.from(nameOf(Number(reference)))}
          </Text>
        ) : (
          <Anchor component={Link} href={`~/console/commandes/${reference}`} size="sm" className="wraps">
            {reference}
          </Anchor>
        ))}
      {motif !== null && (
        <Text size="sm" c="dimmed" className="wraps">
          {motif}
        </Text>
      )}
    </Stack>
  )
  return (
    <Modal opened onClose={onClose} title={title} size="xl" closeButtonProps={{ 'aria-label': close }}>
      <Answer of={movements}>
        {({ data, total }) => (
          <Stack>
            <DataTable
              caption={title}
              rows={data}
              rowKey={({ id }) => id}
              empty={words.noMovement}
              columns={[
                { key: 'when', title: words.when, cell: ({ createdAt }) => moment(createdAt) },
                { key: 'cause', title: words.cause, cell: cause },
                {
                  key: 'difference',
                  title: words.change,
                  isNumber: true,
                  cell: ({ quantite }) => `${quantite > 0 ? '+' : '−'}${count(Math.abs(quantite))}`,
                },
                {
                  key: 'after',
                  title: words.after,
                  isNumber: true,
                  cell: ({ stockApres }) => count(stockApres),
                },
                { key: 'who', title: words.who, cell: ({ auteur }) => auteur ?? words.platform },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
          </Stack>
        )}
      </Answer>
    </Modal>
  )
}
