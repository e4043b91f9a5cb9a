import { session } from '../state/session.ts'
import { answerOf, api } from './client.ts'
import { useAnswer } from './use-answer.ts'

/** The profile of the signed-in customer; nothing for a guest. */
export const useProfile = () =>
  useAnswer(session.value && `profile ${session.value.userId}`, signal =>
    answerOf(api.GET('/api/auth/me', { signal })),
  )
