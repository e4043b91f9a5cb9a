import { useDebouncedValue, useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import type { Picked } from './product-picker.tsx'
import type { NewPromotion } from './promotions.ts'

export type BasketLine = Picked & { quantity: number }

/** The basket for trying promotions; it persists between visits. */
export function useTrialBasket() {
  const [lines, setLines] = useLocalStorage<BasketLine[]>({
    ...{ key: 'console-trial-basket', defaultValue: [], getInitialValueInEffect: false },
  })
  return {
    lines,
    add: (product: Picked) =>
      setLines(before => {
        const known = before.find(({ id }) => id === product.id)
        return known
          ? before.map(line => (line === known ? { ...line, quantity: line.quantity + 1 } : line))
          : [...before, { ...product, quantity: 1 }]
      }),
    setQuantity: (id: string, quantity: number) =>
      setLines(before => before.map(line => (line.id === id ? { ...line, quantity } : line))),
    remove: (id: string) => setLines(before => before.filter(line => line.id !== id)),
  }
}

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
