import { isNotEmpty, useForm } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Shapes } from '../../../api/client.ts'
import { useTexts } from '../../../language/language.tsx'
import { newOrderTexts } from './texts.ts'

/** The customer of an order, as loyalty knows them. */
export type Customer = Pick<Shapes['Client'], 'idClient' | 'prenom' | 'nom' | 'adresseMail' | 'telephone'>
export type Line = { id: string; name: string; quantity: number }
export type Basket = Shapes['Panier']

const EMPTY = {
  ...{ prenom: '', nom: '', email: '', telephone: '', isRegistered: false },
  ...{ rue: '', complement: '', codePostal: '', ville: '', pays: 'FR' },
  ...{ method: '', magasinId: '', pointId: '', pointName: '', pointAddress: '', codes: '' },
}
export type Values = typeof EMPTY

/** The delivery while the shop has no methods. */
export const AT_HOME = ''
export const COLLECTED = 'retrait'

const filled = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value.trim() ? [[name, value.trim()]] : [])),
  )

const codesOf = ({ codes }: Values) => codes.split(',').flatMap(code => code.trim() || [])

/** Returns the type of the chosen delivery; undefined for a method that is not offered. */
export function deliveryTypeOf({ method }: Values, basket: Basket | undefined) {
  const offers = basket?.offresLivraison
  if (offers) return offers.find(({ code }) => code === method)?.type
  return method === COLLECTED ? ('retrait' as const) : ('domicile' as const)
}

/** An order that is being written: its lines, customer and fields, and the basket as the shop prices it. */
export function useDraft() {
  const texts = useTexts(newOrderTexts)
  const [lines, setLines] = useState<readonly Line[]>([])
  const [client, setClient] = useState<Customer>()
  const form = useForm({
    initialValues: EMPTY,
    validate: values => {
      const type = deliveryTypeOf(values, basket)
      const ifType = (wanted: string) => (text: string) =>
        type === wanted ? isNotEmpty(texts.needed)(text.trim()) : null
      const address =
        type === COLLECTED ? () => null : (text: string) => isNotEmpty(texts.needed)(text.trim())
      return {
        prenom: values.isRegistered ? isNotEmpty(texts.needed)(values.prenom.trim()) : null,
        nom: isNotEmpty(texts.needed)(values.nom.trim()),
        email: /^\S+@\S+\.\S+$/.test(values.email.trim()) ? null : texts.emailWrong,
        telephone: /^[\d +().-]*$/.test(values.telephone.trim()) ? null : texts.phoneWrong,
        ...{ rue: address(values.rue), codePostal: address(values.codePostal), ville: address(values.ville) },
        method: type === undefined ? texts.needed : null,
        magasinId: ifType('retrait')(values.magasinId),
        pointId: ifType('relais')(values.pointId),
        pointName: ifType('relais')(values.pointName),
        pointAddress: ifType('relais')(values.pointAddress),
      }
    },
  })
  const { values } = form
  const { magasinId, method, pays } = values
  const asked = {
    ...(client && { idClient: client.idClient }),
    articles: lines.map(({ id, quantity: quantite }) => ({ id, quantite })),
    ...(magasinId && { magasinId: Number(magasinId) }),
    ...(codesOf(values).length > 0 && { codes: codesOf(values) }),
    adresseLivraison: { codePostal: values.codePostal.trim() || null, pays },
    ...(method && { livraison: { code: method } }),
  }
  const [body] = useDebouncedValue(JSON.stringify(asked), 300)
  const priced = useQuery({
    queryKey: ['new-order', body],
    queryFn: () =>
      answerOf(api.POST('/api/v1/publique/paniers', { body: JSON.parse(body) as Shapes['NouveauPanier'] })),
    enabled: lines.length > 0,
    placeholderData: keepPreviousData,
  })
  const basket = lines.length > 0 ? priced.data : undefined
  /** Whether the basket is that of the present input. */
  const isPriced = basket !== undefined && !priced.isPlaceholderData && body === JSON.stringify(asked)

  return {
    ...{ lines, client, form, basket, isPriced, priceError: lines.length > 0 ? priced.error : null },
    reprice: priced.refetch,
    add: ({ id, name }: Omit<Line, 'quantity'>) =>
      setLines(before =>
        before.some(line => line.id === id)
          ? before.map(line => (line.id === id ? { ...line, quantity: line.quantity + 1 } : line))
          : [...before, { id, name, quantity: 1 }],
      ),
    setQuantity: (id: string, quantity: number) =>
      setLines(before => before.map(line => (line.id === id ? { ...line, quantity } : line))),
    remove: (id: string) => setLines(before => before.filter(line => line.id !== id)),
    choose(chosen: Customer | undefined) {
      setClient(chosen)
      const { prenom = '', nom = '', adresseMail: email = '', telephone } = chosen ?? {}
      form.setValues({ prenom, nom, email, telephone: telephone ?? '', isRegistered: false })
      form.clearErrors()
    },
    setClient,
  }
}

export type Draft = ReturnType<typeof useDraft>

/** The body of the order at the prices of the basket. */
export function orderOf(values: Values, basket: Basket, clientId: string): Shapes['NouvelleCommande'] {
  const { prenom, nom, email, telephone, rue, complement, codePostal, ville, pays, method } = values
  const type = deliveryTypeOf(values, basket)
  const isCollected = type === 'retrait'
  const point = {
    id: values.pointId.trim(),
    nom: values.pointName.trim(),
    adresse: values.pointAddress.trim(),
  }
  const codes = codesOf(values)
  return {
    clientId,
    articles: basket.lignes.map(({ id, quantite, prixUnitaireCents }) => ({
      id,
      quantite,
      prixUnitaireCents,
    })),
    montantTotalCents: basket.totalCents,
    clientInfo: filled({ prenom, nom, email, telephone }),
    adresseLivraison: isCollected ? {} : filled({ rue, complement, codePostal, ville, pays }),
    livraison: {
      ...(basket.offresLivraison ? { code: method } : { mode: isCollected ? 'retrait' : 'domicile' }),
      ...(isCollected && { magasinId: Number(values.magasinId) }),
      ...(type === 'relais' && { pointRelais: point }),
    },
    ...(codes.length > 0 && { codes }),
  }
}
