import type { CallLimit } from '../../platform/http/call-limits.ts'
import type { Context } from '../context.ts'

/** Cards that one address may try, on the page and for a test together: who has a list of stolen ones would try them all. */
export const cardLimit = ({ settings }: Context): CallLimit => ({
  name: 'cartes',
  most: settings.cardsAMinute,
  refusal: 'Trop de cartes essayées en une minute : réessayez dans un instant',
})
