import { before, describe, test } from 'node:test'
import { openPlatform } from '../support/platform.ts'
import { payTooLate } from '../support/rush/expiring.ts'
import { orderOnlyUnit } from '../support/rush/one-unit.ts'
import { recordEvents, repeatRequests } from '../support/rush/repeated-requests.ts'
import { type Rush, UNDELAYED_SETTINGS } from '../support/rush/rush.ts'

// `npm run faults -- rush` does the same with more buyers, over sockets and on two processes.
describe('concurrent buyers', () => {
  let rush: Rush
  before(async () => {
    const { call, platform } = await openPlatform({ settings: UNDELAYED_SETTINGS })
    const { pg } = platform.db
    rush = { call, query: async (text, values) => (await pg.query(text, values)).rows }
    await recordEvents(rush)
  })

  test('three hundred buyers of one unit: one order, nothing left, the others receive 409 and pay nothing', () =>
    orderOnlyUnit(rush, 300))

  test('reservations that expire during the payment: each unit is paid once, late buyers receive 409 and pay nothing', () =>
    payTooLate(rush, 3, 20))

  test('twenty concurrent identical confirmations and deliveries: one of each message and effect', () =>
    repeatRequests(rush, 20))
})
