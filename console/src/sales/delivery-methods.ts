import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.tsx'

export type DeliveryMethod = Shapes['ModeLivraison']
export type DeliveryDays = NonNullable<DeliveryMethod['delaiJours']>

const texts = defineTexts({
  fr: {
    sameDay: 'le jour même',
    oneDay: '1 jour ouvré',
    days: (days: string) => `${days} jours ouvrés`,
    range: (min: string, max: string) => `${min} à ${max}`,
  },
  en: {
    sameDay: 'the same day',
    oneDay: '1 working day',
    days: (days: string) => `${days} working days`,
    range: (min: string, max: string) => `${min} to ${max}`,
  },
})

export const DELIVERY_METHODS = ['delivery-methods']
export const DELIVERY_PATH = '/api/v1/privee/modes-livraison'

/** All delivery methods, also inactive ones; a shop has a handful. */
export const useDeliveryMethods = () =>
  useQuery({ queryKey: DELIVERY_METHODS, queryFn: () => answerOf(api.GET(DELIVERY_PATH)) })

/** Returns a function that formats the duration of a delivery. */
export function useDeliveryDays() {
  const words = useTexts(texts)
  const { count } = useFormats()
  return ({ min, max }: DeliveryDays) => {
    if (max === 0) return words.sameDay
    if (min !== max) return words.days(words.range(count(min), count(max)))
    return min === 1 ? words.oneDay : words.days(count(min))
  }
}
