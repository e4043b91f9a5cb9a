import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../api/client.ts'
import { defineTexts, useTexts } from '../language/language.tsx'

export type Promotion = Shapes['Promotion']

const texts = defineTexts({
  fr: { unnamed: (id: number) => `Promotion n° ${id}` },
  en: { unnamed: (id: number) => `Promotion no. ${id}` },
})

export const PROMOTIONS = ['promotions']

export const readPromotions = () => answerOf(api.GET('/api/publique/data'))

/** All promotions except deleted ones, without paging: a shop has a few hundred. */
export const usePromotions = () =>
  useQuery({
    queryKey: PROMOTIONS,
    queryFn: async () => (await readPromotions()).filter(({ dateSuppression }) => dateSuppression === null),
  })

/** Returns a function from a promotion to its name, or its number if it has none. */
export function usePromotionName() {
  const { unnamed } = useTexts(texts)
  return ({ id, description }: Pick<Promotion, 'id' | 'description'>) => description || unnamed(id)
}
