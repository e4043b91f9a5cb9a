import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import type { BasketLine } from '../../sales/trial-basket.tsx'
import type { NewPromotion } from './promotions.ts'

type Tried = {
  promotion: NewPromotion
  promotionId: number | null
  lines: readonly BasketLine[]
  client: string
}

/** The price of the basket without and with the promotion, once typing pauses. `isReady` says that the form is valid. */
export function usePreview({ promotion, promotionId, lines, client }: Tried, isReady: boolean) {
  const body = {
    promotion,
    promotionId,
    idClient: client.trim() || null,
    articles: lines.map(({ id, quantity }) => ({ id, quantite: quantity })),
  }
  const [asked] = useDebouncedValue(JSON.stringify(body), 300)
  return useQuery({
    queryKey: ['promotions', 'preview', asked],
    queryFn: () =>
      answerOf(
        api.POST('/api/v1/privee/apercus-de-promotion', {
          body: JSON.parse(asked) as typeof body,
        }),
      ),
    enabled: isReady && lines.length > 0,
    placeholderData: keepPreviousData,
  })
}
