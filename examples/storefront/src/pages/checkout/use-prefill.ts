import { useEffect } from 'preact/hooks'
import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { details } from '../../state/checkout.ts'
import { session } from '../../state/session.ts'

/** The address of an account is one line of text: `14 rue des Tisserands, 59000 Lille`. */
function partsOf(address: string) {
  const [, rue, codePostal, ville] = /^(.*?)[\s,]+(\d{5})\s+(.+)$/s.exec(address.trim()) ?? []
  return rue && codePostal && ville ? { rue, codePostal, ville } : { rue: address.trim() }
}

/** Fills empty fields with the account's data. */
export function usePrefill() {
  const customer = session.value
  const { data } = useAnswer(customer && `profile ${customer.userId}`, signal =>
    answerOf(api.GET('/api/auth/me', { signal })),
  )
  useEffect(() => {
    const { rue, codePostal, ville, telephone } = details.value
    if (!data || !customer) return
    details.value = {
      ...details.value,
      telephone: telephone || (data.telephone ?? ''),
      ...(!rue && !codePostal && !ville && data.adresse && partsOf(data.adresse)),
    }
  }, [data, customer])
}
