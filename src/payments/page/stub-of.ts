import type { Context } from '../context.ts'
import { logoPath } from '../logo.ts'
import type { Link } from '../tables.ts'
import type { Stub } from './html/stub.ts'

/** What is paid, to whom. Nobody is asked for it: the link has it all. */
export const stubOf = ({ config, logo }: Context, link: Link): Stub => ({
  link,
  shop: config.shopName,
  logo: logo && logoPath(logo),
})

/** Until when a link may be paid, and how long that is yet in real time. */
export const deadlineOf = ({ clock }: Pick<Context, 'clock'>, { expireLe }: Link) => ({
  at: expireLe,
  secondsLeft: Math.max(
    0,
    Math.floor((expireLe.getTime() - clock.now().getTime()) / 1000 / clock.multiplier),
  ),
})
