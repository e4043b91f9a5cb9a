import { answerOf, api } from './client.ts'
import { useAnswer } from './use-answer.ts'

/** All promotions of the platform, deleted ones included. */
export const usePromotions = () =>
  useAnswer('offers', signal => answerOf(api.GET('/api/publique/data', { signal })))
