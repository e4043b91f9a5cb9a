import { answerOf, api } from './client.ts'
import { useAnswer } from './use-answer.ts'

/** The live promotions for everybody, at most `limit`, and whether codes exist. */
export const useLivePromotions = (limit: number) =>
  useAnswer(`live promotions ${limit}`, signal =>
    answerOf(api.GET('/api/v1/publique/promotions-en-cours', { params: { query: { limit } }, signal })),
  )
