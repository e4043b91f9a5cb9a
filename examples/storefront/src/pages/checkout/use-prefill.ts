import { useEffect } from 'preact/hooks'
import type { Shapes } from '../../api/client.ts'
import { useProfile } from '../../api/profile.ts'
import { details } from '../../state/checkout.ts'
import { session } from '../../state/session.ts'

/** The address of an account is one line of text: `14 rue des Tisserands, 59000 Lille`. */
function partsOf(address: string) {
  const [, rue, codePostal, ville] = /^(.*?)[\s,]+(\d{5})\s+(.+)$/s.exec(address.trim()) ?? []
  return rue && codePostal && ville ? { rue, codePostal, ville } : { rue: address.trim() }
}

/** The first saved address, else the one in a single line. */
function addressOf({ adresses: [saved], adresse }: Shapes['Profil']) {
  if (!saved) return adresse ? partsOf(adresse) : {}
  const { nom, complement, ...place } = saved
  return { ...place, destinataire: nom ?? '', complement: complement ?? '' }
}

/** Fills empty fields with the account's data. */
export function usePrefill() {
  const customer = session.value
  const { data } = useProfile()
  useEffect(() => {
    const { rue, codePostal, ville, telephone } = details.value
    if (!data || !customer) return
    details.value = {
      ...details.value,
      telephone: telephone || (data.telephone ?? ''),
      ...(!rue && !codePostal && !ville && addressOf(data)),
    }
  }, [data, customer])
}
