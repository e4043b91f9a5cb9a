import { Anchor, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { answerOf, api, ComptoirError } from '../../../api/client.ts'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { ErrorAlert } from '../../../parts/error-alert.tsx'
import { leaveWithoutWarning, useLeaveWarning } from '../../../parts/leave-warning.ts'
import { useNotify } from '../../../parts/notify.ts'
import { Page } from '../../../parts/page.tsx'
import { useCallKey } from '../../../sales/call-key.ts'
import { Section } from '../../../sales/section.tsx'
import { orderTexts } from '../texts.ts'
import { Articles } from './articles.tsx'
import { Customer } from './customer.tsx'
import { Delivery } from './delivery.tsx'
import { orderOf, useDraft, type Values } from './draft.ts'
import { newOrderTexts } from './texts.ts'

/** The section whose input an error is about; the others are shown above the button. */
const SECTIONS: Readonly<Record<string, 'articles' | 'client' | 'delivery' | 'codes'>> = {
  'stock-insuffisant': 'articles',
  'quantite-limitee': 'articles',
  'produit-hors-vente': 'articles',
  'produit-inconnu': 'articles',
  'client-inconnu': 'client',
  'client-supprime': 'client',
  'livraison-indisponible': 'delivery',
  'livraison-requise': 'delivery',
  'magasin-inconnu': 'delivery',
  'code-refuse': 'codes',
}

const newGuest = () => `INVITE_${crypto.randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`

/** An order that staff take by telephone. Its page, which follows, creates the link to pay it. */
export default function NewOrder() {
  const texts = useTexts(newOrderTexts)
  const words = useTexts(orderTexts)
  const { euros } = useFormats()
  const [, go] = useLocation()
  const queries = useQueryClient()
  const tell = useNotify()
  const draft = useDraft()
  const { form, basket, lines, client, isPriced } = draft
  const [guest] = useState(newGuest)
  const keyOf = useCallKey()

  const place = useMutation({
    mutationFn: async (values: Values) => {
      if (!basket) throw new Error(texts.empty)
      const clientId = client?.idClient ?? (values.isRegistered ? await register(values) : guest)
      const body = orderOf(values, basket, clientId)
      return answerOf(api.POST('/api/commandes', { body, headers: keyOf(body) }))
    },
    onSuccess: ({ ordreId, montantTotalCents }) => {
      tell.done(texts.placed(ordreId))
      void queries.invalidateQueries({ queryKey: ['orders'] })
      leaveWithoutWarning(() => go(`/${ordreId}${montantTotalCents > 0 ? '?lien=1' : ''}`))
    },
    // A price, an offer or a stock may have changed since the basket was priced.
    onError: () => draft.reprice(),
  })

  /** Registers the customer, who is the customer of the draft from then on, so that a repeated order does not again. */
  async function register({ prenom, nom, email, telephone }: Values) {
    const body = { prenom: prenom.trim(), nom: nom.trim(), adresseMail: email.trim() }
    const made = await answerOf(
      api.POST('/api/publique/clients', {
        body: { ...body, ...(telephone.trim() && { telephone: telephone.trim() }) },
      }),
    ).catch(error => {
      if (error instanceof ComptoirError && error.status === 409)
        form.setFieldError('email', texts.clientExists)
      throw error
    })
    draft.setClient(made)
    return made.idClient
  }

  const isEmpty = lines.length === 0 && !form.isDirty()
  useLeaveWarning(!isEmpty && !place.isSuccess)
  const { error } = place
  const isBeside = form.errors.email === texts.clientExists
  const section = error instanceof ComptoirError ? (SECTIONS[error.code ?? ''] ?? 'end') : 'end'
  const errorIn = (name: typeof section) =>
    error && !isBeside && section === name && <ErrorAlert error={error} />
  const discount = basket?.remises ?? []
  return (
    <Page title={texts.title}>
      <Anchor component={Link} href="/" size="sm">
        ← {words.title}
      </Anchor>
      <form
        noValidate
        onSubmit={form.onSubmit(
          values => {
            if (isPriced && !place.isPending) place.mutate(values)
          },
          errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
      >
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <Stack gap="md">
            <Section title={texts.articles}>
              <Articles draft={draft} />
              {draft.priceError && <ErrorAlert error={draft.priceError} again={draft.reprice} />}
              {errorIn('articles')}
            </Section>
            <Section title={texts.client}>
              <Customer draft={draft} />
              {errorIn('client')}
            </Section>
          </Stack>
          <Stack gap="md">
            <Section title={texts.delivery}>
              <Delivery draft={draft} />
              {errorIn('delivery')}
            </Section>
            <Section title={texts.toPay}>
              <TextInput
                label={texts.codes}
                description={texts.codesHint}
                autoComplete="off"
                {...form.getInputProps('codes')}
              />
              {basket?.codes?.map(({ code, statut }) => (
                <Text key={code} size="sm" role="status">
                  {texts.codeState(code, texts[statut])}
                </Text>
              ))}
              {errorIn('codes')}
              {basket && (
                <dl className="sums" aria-live="polite">
                  <div>
                    <dt>{texts.subtotal}</dt>
                    <dd className="number">{euros(basket.sousTotalCents)}</dd>
                  </div>
                  {discount.map(({ promotionId, description, montantCents }) => (
                    <div key={promotionId}>
                      <dt className="wraps">{description}</dt>
                      <dd className="number">{euros(-montantCents)}</dd>
                    </div>
                  ))}
                  {basket.livraison && (
                    <div>
                      <dt>{texts.delivery}</dt>
                      <dd className="number">
                        {basket.livraison.prixCents === 0 ? texts.free : euros(basket.livraison.prixCents)}
                      </dd>
                    </div>
                  )}
                  <div className="total">
                    <dt>{texts.toPay}</dt>
                    <dd className="number">{euros(basket.totalCents)}</dd>
                  </div>
                </dl>
              )}
              {errorIn('end')}
              <Button type="submit" loading={place.isPending} disabled={!isPriced}>
                {basket ? texts.place(euros(basket.totalCents)) : texts.placeEmpty}
              </Button>
            </Section>
          </Stack>
        </SimpleGrid>
      </form>
    </Page>
  )
}
