import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LEGAL } from '../../test/support/invoices.ts'
import { areas } from '../areas.ts'
import { findAreaErrors, readConfig } from '../config.ts'

const own = areas.filter(({ name }) => name === 'orders')
const { COMPTOIR_LEGAL_VAT_NUMBER: _, ...withoutVat } = LEGAL

/** Returns the lines of the configuration error; none for a valid configuration. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env, areas, config => findAreaErrors(config, own))
  } catch (error) {
    assert.ok(error instanceof Error)
    return error.message.split('\n')
  }
  return []
}

describe('the legal details of a shop', () => {
  for (const [what, env, lines] of [
    ['none', {}, []],
    ['all', LEGAL, []],
    ['without VAT', { ...withoutVat, COMPTOIR_LEGAL_VAT_EXEMPT: '1' }, []],
    [
      'some',
      withoutVat,
      [
        'Invoices cannot be issued without COMPTOIR_LEGAL_VAT_NUMBER: set them too, or no COMPTOIR_LEGAL_ variable at all',
      ],
    ],
    [
      'one',
      { COMPTOIR_LEGAL_VAT_EXEMPT: '1' },
      [
        'Invoices cannot be issued without COMPTOIR_LEGAL_NAME, COMPTOIR_LEGAL_ADDRESS, COMPTOIR_LEGAL_SIRET: set them too, or no COMPTOIR_LEGAL_ variable at all',
      ],
    ],
    [
      'malformed',
      { ...LEGAL, COMPTOIR_LEGAL_SIRET: '12345', COMPTOIR_LEGAL_VAT_NUMBER: '32123456789' },
      [
        'COMPTOIR_LEGAL_SIRET must be the 14 digits of a SIRET',
        'COMPTOIR_LEGAL_VAT_NUMBER must be a VAT number such as FR00123456789',
      ],
    ],
    [
      'too long',
      { ...LEGAL, COMPTOIR_LEGAL_NAME: 'x'.repeat(201) },
      ['COMPTOIR_LEGAL_NAME must be a text of at most 200 characters'],
    ],
  ] as const)
    test(`${what}: ${lines.length} errors`, () => assert.deepEqual(problemsOf(env), lines))
})
