import { Alert, Button, Modal, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { partTexts } from '../../parts/texts.ts'
import { isStale } from './edit.tsx'
import { SupplierSelect } from './supplier-select.tsx'
import { RELATIONS, supplierTexts } from './supplier-texts.ts'
import type { NamedRelation } from './suppliers.tsx'

type Terms = {
  supplier: number | null
  price: number | ''
  delay: number | ''
  least: number | ''
  packaging: number | ''
  reference: string
  status: string
}

const termsOf = (relation: NamedRelation | undefined): Terms => ({
  supplier: relation?.fournisseurId ?? null,
  price: relation?.prixFournisseurCents == null ? '' : relation.prixFournisseurCents / 100,
  delay: relation?.delaiLivraisonJours ?? '',
  least: relation?.quantiteMinimaleCommande ?? '',
  packaging: relation?.packaging ?? '',
  reference: relation?.referenceFournisseur ?? '',
  status: relation?.statutRelation ?? 'actif',
})

const orNull = (value: number | '') => (value === '' ? null : value)
const bodyOf = ({ price, delay, least, packaging, reference, status }: Terms) => ({
  prixFournisseurCents: price === '' ? null : Math.round(price * 100),
  delaiLivraisonJours: orNull(delay),
  quantiteMinimaleCommande: orNull(least),
  packaging: orNull(packaging),
  referenceFournisseur: reference.trim() || null,
  statutRelation: status,
})

/** Form for the terms at which a supplier sells a product. */
export function Terms({
  productId,
  relation,
  known,
  onClose,
  onSaved,
}: {
  productId: number
  relation: NamedRelation | undefined
  known: readonly number[]
  onClose: () => void
  onSaved: () => unknown
}) {
  const words = useTexts(supplierTexts)
  const { cancel } = useTexts(partTexts)
  const { language } = useLanguage()
  const atLeastZero = (value: number | '') => (value !== '' && value < 0 ? words.negative : null)
  const form = useForm({
    initialValues: termsOf(relation),
    validate: {
      supplier: (value: number | null) => (value === null ? words.needed : null),
      ...{ price: atLeastZero, delay: atLeastZero, least: atLeastZero, packaging: atLeastZero },
    },
  })
  const save = useMutation({
    mutationFn: async (terms: Terms) => {
      // Validation ensures that a supplier is selected.
      const fournisseurId = terms.supplier ?? 0
      if (!relation)
        return answerOf(
          api.POST('/api/publique/produits/{id}/fournisseurs', {
            params: { path: { id: productId } },
            body: { fournisseurId, ...bodyOf(terms) },
          }),
        )
      return answerOf(
        api.PATCH('/api/publique/produits/{id}/fournisseurs/{fournisseurId}', {
          params: {
            path: { id: productId, fournisseurId },
            header: { 'If-Match': `"${relation.updatedAt}"` },
          },
          body: bodyOf(terms),
        }),
      )
    },
    onSuccess: () => {
      onSaved()
      onClose()
    },
    onError: error => isStale(error) && onSaved(),
  })
  const states = RELATIONS.map(value => ({ value, label: words[value] }))
  const { status } = form.values
  return (
    <Modal
      opened
      onClose={onClose}
      title={relation ? words.edit(relation.nom) : words.add}
      closeButtonProps={{ 'aria-label': cancel }}
    >
      <form onSubmit={form.onSubmit(terms => save.mutate(terms))} noValidate>
        <Stack>
          {!relation && (
            <SupplierSelect
              label={words.supplier}
              except={known}
              error={form.errors.supplier}
              onChoose={id => form.setFieldValue('supplier', id)}
            />
          )}
          <NumberInput
            {...form.getInputProps('price')}
            label={words.price}
            hideControls
            decimalSeparator={language === 'fr' ? ',' : '.'}
            decimalScale={2}
            suffix=" €"
          />
          <NumberInput
            {...form.getInputProps('delay')}
            label={words.delay}
            hideControls
            allowDecimal={false}
            suffix={words.daysSuffix}
          />
          <NumberInput
            {...form.getInputProps('least')}
            label={words.least}
            hideControls
            allowDecimal={false}
          />
          <NumberInput
            {...form.getInputProps('packaging')}
            label={words.packaging}
            hideControls
            allowDecimal={false}
          />
          <TextInput {...form.getInputProps('reference')} label={words.reference} />
          <Select
            {...form.getInputProps('status')}
            label={words.status}
            allowDeselect={false}
            data={
              states.some(({ value }) => value === status)
                ? states
                : [...states, { value: status, label: status }]
            }
          />
          {isStale(save.error) ? (
            <Alert color="orange" role="alert">
              {words.stale}
            </Alert>
          ) : (
            save.error && <ErrorAlert error={save.error} />
          )}
          <Button type="submit" loading={save.isPending} disabled={isStale(save.error)}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
