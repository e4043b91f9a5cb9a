import type { Person, PersonalData } from '../platform/personal-data.ts'
import type { Context } from './context.ts'
import { anonymiseLinks, linksOf } from './store/personal-links.ts'
import { anonymiseTransactions, cardsOf, replaceCard, transactionsOf } from './store/personal-transactions.ts'

/** Payments name a customer by account or by `CLI_` identifier. */
const namesOf = ({ clientIds, userIds }: Person) => [...clientIds, ...userIds.map(String)]

/** Payments, refunds and links. A payment that is pending stands in the way: its card is needed to end it. */
export const personalData = ({ clock, vault }: Context): PersonalData => ({
  collect: async (db, person) => {
    const [transactions, lien] = await Promise.all([
      transactionsOf(db, namesOf(person)),
      linksOf(db, namesOf(person), person.numeros),
    ])
    const transaction = transactions.map(({ carte, authorizationId, ...row }) => ({
      ...row,
      authorizationId,
      carte: carte && shown(vault.open(carte, authorizationId!)),
    }))
    return { transaction, lien }
  },
  obstacles: async (db, person) =>
    (await transactionsOf(db, namesOf(person)))
      .filter(({ status }) => status === 'en_attente')
      .map(({ id }) => `Transaction ${id} is en_attente`),
  erase: async (tx, person, pseudonym) => {
    for (const { id, authorizationId } of await cardsOf(tx, namesOf(person)))
      await replaceCard(tx, id, vault.seal(NOBODYS_CARD, authorizationId))
    return {
      transaction: await anonymiseTransactions(tx, namesOf(person), pseudonym, clock.now()),
      lien: await anonymiseLinks(tx, namesOf(person), person.numeros, pseudonym, clock.now()),
    }
  },
})

const NOBODYS_CARD = { token: '', brand: '', last4: '', expirationDate: '', cardHolderName: '' }

const shown = <Card extends { token: string }>({ token: _theProviders, ...card }: Card) => card
