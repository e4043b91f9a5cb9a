import { Problem } from '../../platform/problem.ts'
import type { Accounts } from '../context.ts'
import { RETRY_WINDOW_MS } from './schemas.ts'
import { isSuperseded, lockMail } from './store.ts'
import { writeMails } from './write-mails.ts'

/**
 * Queues a mail about an order again, with new links, to the present address of its account or else to its recipient.
 * Throws 404 for an unknown mail; 409 if it is about no order, is not yet sent or given up, waits to be sent again, or
 * asks to pay an order that is paid or cancelled.
 */
export const resendMail = (accounts: Accounts, id: number) =>
  accounts.db.transaction(async tx => {
    const mail = await lockMail(tx, id)
    if (!mail) throw new Problem(404, 'courriel-inconnu', `Mail ${id} not found`)
    const { adresse, ...again } = mail
    const isOver = mail.statut === 'envoye' || mail.statut === 'abandonne'
    if (mail.ordreId === null || !isOver || (await isSuperseded(tx, mail)))
      throw new Problem(
        409,
        'statut-incompatible',
        'Ce courriel ne peut pas être renvoyé, ou attend déjà son envoi',
      )
    const destinataire = adresse ?? mail.destinataire
    const perimeLe = accounts.clock.after(RETRY_WINDOW_MS)
    await writeMails(tx, accounts, [{ ...again, destinataire, objet: null, statut: 'a_envoyer', perimeLe }])
    return { destinataire, statut: 'a_envoyer' as const }
  })
