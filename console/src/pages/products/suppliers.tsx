import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { asPage } from '../../api/lists.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Question } from '../../parts/question.tsx'
import { shorten } from '../../parts/shorten.ts'
import { useMay } from '../../shell/session.tsx'
import { RELATIONS, supplierTexts } from './supplier-texts.ts'
import { Terms } from './terms.tsx'

export type Relation = Shapes['FournisseurDeProduit']

/** The maximum number of suppliers shown, far more than a product usually has. */
const MOST = 100

async function relationsOf(id: number) {
  const { rows } = await answerOf(
    api.GET('/api/publique/produits/{id}/fournisseurs', {
      params: { path: { id }, query: { limit: MOST, sort: 'prixFournisseurCents' } },
    }),
  )
  const query = { ids: rows.map(({ fournisseurId }) => fournisseurId).join(','), limit: MOST }
  const suppliers =
    rows.length > 0
      ? asPage(await answerOf(api.GET('/api/publique/fournisseurs', { params: { query } })))
      : undefined
  const names = new Map(suppliers?.rows.map(({ id, nomLegal }) => [id, nomLegal]))
  return rows.map(row => ({ ...row, nom: names.get(row.fournisseurId) ?? `n° ${row.fournisseurId}` }))
}
export type NamedRelation = Relation & { nom: string }

/** Suppliers of a product, with their terms. */
export function Suppliers({ productId }: { productId: number }) {
  const words = useTexts(supplierTexts)
  const { euros, count } = useFormats()
  const may = useMay()
  const client = useQueryClient()
  const [edited, setEdited] = useState<NamedRelation | 'new'>()
  const [removed, setRemoved] = useState<NamedRelation>()
  const queryKey = ['products', 'suppliers', productId]
  const relations = useQuery({ queryKey, queryFn: () => relationsOf(productId) })
  const again = () => client.invalidateQueries({ queryKey })
  const statusOf = (status: string) => RELATIONS.find(known => known === status)

  async function remove(fournisseurId: number) {
    const path = { id: productId, fournisseurId }
    await answerOf(
      api.DELETE('/api/publique/produits/{id}/fournisseurs/{fournisseurId}', { params: { path } }),
    )
    void again()
  }

  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {words.title}
        </Title>
        {may('catalogue') && (
          <Button variant="default" size="xs" onClick={() => setEdited('new')}>
            {words.add}
          </Button>
        )}
      </Group>
      <Answer of={relations}>
        {rows => (
          <DataTable
            caption={words.title}
            rows={rows}
            rowKey={({ id }) => id}
            empty={words.none}
            columns={[
              { key: 'nom', title: words.supplier, cell: ({ nom }) => nom },
              {
                key: 'prix',
                title: words.price,
                isNumber: true,
                cell: ({ prixFournisseurCents: cents }) => (cents === null ? '–' : euros(cents)),
              },
              {
                key: 'delai',
                title: words.delay,
                isNumber: true,
                cell: ({ delaiLivraisonJours: days }) => (days === null ? '–' : words.days(count(days))),
              },
              {
                key: 'minimum',
                title: words.least,
                isNumber: true,
                cell: ({ quantiteMinimaleCommande: least }) => (least === null ? '–' : count(least)),
              },
              {
                key: 'reference',
                title: words.reference,
                cell: ({ referenceFournisseur }) => referenceFournisseur ?? '–',
              },
              {
                key: 'statut',
                title: words.status,
                cell: ({ statutRelation }) => {
                  const known = statusOf(statutRelation)
                  return (
                    <Badge variant="light" tt="none" color={known === 'prefere' ? 'teal' : 'gray'}>
                      {known ? words[known] : statutRelation}
                    </Badge>
                  )
                },
              },
              ...(may('catalogue')
                ? [
                    {
                      key: 'actions',
                      title: words.actions,
                      cell: (row: NamedRelation) => (
                        <Group gap={4} justify="flex-end" wrap="nowrap">
                          <Button
                            size="compact-xs"
                            variant="default"
                            onClick={() => setEdited(row)}
                            aria-label={words.edit(row.nom)}
                          >
                            {words.editShort}
                          </Button>
                          <Button
                            size="compact-xs"
                            variant="default"
                            onClick={() => setRemoved(row)}
                            aria-label={words.remove(row.nom)}
                          >
                            {words.removeShort}
                          </Button>
                        </Group>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Answer>
      {edited && (
        <Terms
          productId={productId}
          relation={edited === 'new' ? undefined : edited}
          known={relations.data?.map(({ fournisseurId }) => fournisseurId) ?? []}
          onClose={() => setEdited(undefined)}
          onSaved={again}
        />
      )}
      <Question
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={words.removeTitle(removed?.nom ?? '')}
        action={words.remove(shorten(removed?.nom ?? ''))}
        onConfirm={() => remove(removed?.fournisseurId ?? 0)}
        isDangerous
      >
        <Text size="sm">{words.removeText}</Text>
      </Question>
    </Stack>
  )
}
