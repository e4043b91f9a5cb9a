import { Anchor, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { leaveWithoutWarning } from '../../parts/leave-warning.ts'
import { useNotify } from '../../parts/notify.ts'
import { Page } from '../../parts/page.tsx'
import { Question } from '../../parts/question.tsx'
import { shorten } from '../../parts/shorten.ts'
import { NeededRights } from '../../shell/missing-right.tsx'
import { useMay } from '../../shell/session.tsx'
import { EditProduct } from './edit.tsx'
import { pageTexts } from './page-texts.ts'
import { Prices } from './prices.tsx'
import { ReadProduct } from './read.tsx'
import { StatusBadge } from './status-badge.tsx'
import { ProductStock } from './stock.tsx'
import { Suppliers } from './suppliers.tsx'
import type { Product } from './values.ts'

/** A product: editable with the right `catalogue`, else read-only. */
export function ProductPage({ id }: { id: number }) {
  const words = useTexts(pageTexts)
  const { moment } = useFormats()
  const may = useMay()
  const product = useQuery({
    queryKey: ['products', 'one', id],
    queryFn: () => answerOf(api.GET('/api/publique/produits/{id}', { params: { path: { id } } })),
  })
  return (
    <Page
      title={product.data?.nom ?? ''}
      actions={product.data && may('catalogue') && <DeleteProduct product={product.data} />}
    >
      <Anchor component={Link} href="/" size="sm">
        {words.back}
      </Anchor>
      <Answer of={product}>
        {data => (
          <>
            <Group gap="sm">
              <StatusBadge status={data.statutProduit} />
              <Text size="sm" c="dimmed">
                {words.changedAt(moment(data.updatedAt))}
              </Text>
            </Group>
            {may('catalogue') ? (
              <EditProduct product={data} refetch={product.refetch} />
            ) : (
              <>
                <NeededRights rights={['catalogue']} />
                <ReadProduct product={data} />
              </>
            )}
            {may('warehouse') && <ProductStock id={id} name={data.nom} />}
            <Prices productId={id} />
            {may('catalogue', 'warehouse') && <Suppliers productId={id} />}
          </>
        )}
      </Answer>
    </Page>
  )
}

function DeleteProduct({ product: { id, nom } }: { product: Product }) {
  const words = useTexts(pageTexts)
  const client = useQueryClient()
  const tell = useNotify()
  const [, navigate] = useLocation()
  const [isOpen, { open, close }] = useDisclosure()
  const remove = async () => {
    await answerOf(api.DELETE('/api/publique/produits/{id}', { params: { path: { id } } }))
    leaveWithoutWarning(() => navigate('/'))
    client.removeQueries({ queryKey: ['products', 'one', id] })
    void client.invalidateQueries({ queryKey: ['products', 'list'] })
    tell.done(words.deleted)
  }
  return (
    <>
      <Button variant="default" onClick={open}>
        {words.delete}
      </Button>
      <Question
        opened={isOpen}
        onClose={close}
        title={words.deleteTitle(nom)}
        action={words.deleteAction(shorten(nom))}
        onConfirm={remove}
        isDangerous
      >
        <Text size="sm">{words.deleteText}</Text>
      </Question>
    </>
  )
}
