import { type Person, personalDataOperations } from '../../accounts/contract.ts'
import { createPersonalDataRoutes } from '../../platform/personal-data/routes.ts'
import { decryptCard } from '../card-vault.ts'
import { decryptSavedCard } from '../cards/saved-cards.ts'
import type { Context } from '../context.ts'
import {
  anonymiseLinks,
  anonymiseTransactions,
  deleteSavedCards,
  listPayerLinks,
  listPayerSavedCards,
  listPayerTransactions,
  lockPayerCards,
  replaceCard,
} from './store.ts'

/** Returns the payer's identifiers (`names` are `CLI_` identifiers and account ids), loyalty numbers and orders. */
const payerOf = ({ clientIds, userIds, numeros, ordreIds }: Person) => ({
  names: [...clientIds, ...userIds.map(String)],
  ...{ numeros, ordreIds },
})

/** Returns a card without its token and the URL of its payment page. */
const shown = <Card extends { token: string; redirectUrl?: string }>(card: Card) => {
  const { token: _theProviders, redirectUrl: _opensAPayment, ...rest } = card
  return rest
}

/** Payments, refunds, links and saved cards. A pending payment blocks the erasure, because its card is needed to end it. */
export const personalData = ({ clock, vault }: Pick<Context, 'clock' | 'vault'>) =>
  createPersonalDataRoutes(personalDataOperations, {
    collect: async (db, person) => {
      const payer = payerOf(person)
      const [transaction, lien, carte] = await Promise.all([
        listPayerTransactions(db, payer),
        listPayerLinks(db, payer),
        listPayerSavedCards(db, payer),
      ])
      return {
        transaction: transaction.map(row => {
          const card = decryptCard(vault, row)
          return { ...row, carte: card ? shown(card) : null }
        }),
        lien,
        carte: carte.map(card => ({ ...card, carte: shown(decryptSavedCard({ vault }, card)) })),
      }
    },
    obstacles: async (db, person) =>
      (await listPayerTransactions(db, payerOf(person)))
        .filter(({ status }) => status === 'en_attente')
        .map(({ id }) => `Transaction ${id} is en_attente`),
    erase: async (tx, person, pseudonym) => {
      const payer = payerOf(person)
      // The provider's token of the payment stays: a pending or future refund needs it.
      for (const { id, authorizationId, carte } of await lockPayerCards(tx, payer)) {
        const { token } = vault.open(carte, authorizationId)
        await replaceCard(tx, id, vault.seal({ token }, authorizationId))
      }
      return {
        carte: await deleteSavedCards(tx, payer),
        transaction: await anonymiseTransactions(tx, payer, pseudonym, clock.now()),
        lien: await anonymiseLinks(tx, payer, pseudonym, clock.now()),
      }
    },
  })
