import { cardsOffered } from '../cards/saved-cards.ts'
import { deleteCard } from '../cards/store.ts'
import type { Context } from '../context.ts'
import type { Link } from '../tables.ts'
import { checkCsrf, csrfOf } from './csrf.ts'
import { cardName } from './html/card-choice.ts'
import { layout } from './html/layout.ts'
import { confirmation } from './html/outcomes.ts'
import { stubOf } from './stub-of.ts'
import type { Visit } from './visit.ts'

const offered = async (context: Context, link: Link, id: number) =>
  (await cardsOffered(context, link)).find(card => card.id === id)

/** Asks whether to take a saved card away; undefined when the link's page does not offer it (any more). */
export async function askToRemove(
  context: Context,
  { token, link, words }: Visit,
  id: number,
): Promise<string | undefined> {
  const card = await offered(context, link, id)
  if (!card) return undefined
  const { title, text, yes, no } = words.removal
  const content = confirmation({
    title,
    text: text(cardName(words, card)),
    action: 'retrait',
    csrf: csrfOf(context.config, link),
    yes,
    no,
    page: `../../../${token}`,
  })
  return layout({ words, title, state: 'aucun', content, stub: stubOf(context, link) }, '../../../')
}

/** Takes away a saved card that the link's page offers; one that is gone already is no matter. */
export async function removeByForm(context: Context, link: Link, id: number, csrf: string | undefined) {
  checkCsrf(context.config, link, csrf)
  if (await offered(context, link, id)) await context.db.transaction(tx => deleteCard(tx, id))
}
