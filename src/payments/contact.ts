import { Problem } from '../platform/problem.ts'
import { isEmail } from '../platform/text.ts'

const TELEPHONE = /^\+?[\d\s().-]{4,}$/

type Contact = {
  email?: string | null | undefined
  telephone?: string | number | null | undefined
  telephoneMobile?: string | number | null | undefined
}

/** 400 for a customer whose e-mail address or telephone cannot be one. */
export function checkContact({ email, telephone, telephoneMobile }: Contact) {
  const telephones = [telephone, telephoneMobile].filter(given => given)
  if (
    (typeof email === 'string' && !isEmail(email)) ||
    telephones.some(given => !TELEPHONE.test(String(given)))
  )
    throw new Problem(400, 'requete-invalide', 'Invalid client data: check the e-mail and telephone format')
}
