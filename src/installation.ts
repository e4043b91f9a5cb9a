import { RIGHTS, readInstallation } from './accounts/contract.ts'
import type { Config } from './config.ts'
import type { Area } from './platform/area.ts'
import { createKeyedHash } from './platform/encryption.ts'
import { isGuarded } from './platform/http/caller.ts'
import { createGuard } from './platform/http/guard.ts'
import type { ConfiguredKey } from './platform/http/rights.ts'
import type { Log } from './platform/log.ts'
import { PlatformSettings } from './platform/own-settings.ts'
import type { Peers } from './platform/peers/peers.ts'
import { createStoredSettings } from './platform/stored-settings.ts'

/** The settings that staff may store, besides the mail server, by their names on the wire. */
const STORABLE = {
  nomBoutique: 'COMPTOIR_SHOP_NAME',
  expediteur: 'COMPTOIR_SMTP_FROM',
  raisonSociale: 'COMPTOIR_LEGAL_NAME',
  formeJuridique: 'COMPTOIR_LEGAL_FORM',
  adresse: 'COMPTOIR_LEGAL_ADDRESS',
  siret: 'COMPTOIR_LEGAL_SIRET',
  immatriculation: 'COMPTOIR_LEGAL_REGISTER',
  numeroTva: 'COMPTOIR_LEGAL_VAT_NUMBER',
  franchiseTva: 'COMPTOIR_LEGAL_VAT_EXEMPT',
  contact: 'COMPTOIR_LEGAL_CONTACT',
  mention: 'COMPTOIR_LEGAL_NOTICE',
}

/** A claim, or a change of a stored setting, applies in every process within this time. */
const POLL_MS = 2_000

/**
 * Returns the key that areas send to each other if none is configured. All processes derive it from the secret that they
 * share, so that they still accept each other once callers need keys.
 */
const derivePeerKey = ({ tokenSecret }: Config): ConfiguredKey => ({
  key: createKeyedHash(tokenSecret, 'calls between areas')('key').toString('base64url'),
  rights: RIGHTS,
  name: 'Comptoir',
})

type Processes = { areas: readonly string[]; everyArea: readonly Area[] }

/**
 * The keys, the guard and the stored settings of a process. Accounts knows whether the platform is claimed, and the
 * stored settings; `refresh` asks it, and `start` repeats this until stopped. Without an answer, everything stays as it
 * is.
 */
export function createInstallation(config: Config, { areas, everyArea }: Processes) {
  const hasKeys = isGuarded(config)
  const asksAccounts = areas.includes('accounts') || config.areaUrls.accounts !== undefined
  const guard = createGuard(hasKeys ? 'closed' : asksAccounts ? 'unknown' : 'open')
  const stored = createStoredSettings(
    STORABLE,
    [
      { schema: PlatformSettings, values: config },
      ...everyArea.flatMap(({ name, settings }) =>
        settings ? [{ schema: settings, values: config.ofAreas[name] ?? {} }] : [],
      ),
    ],
    config.given,
  )

  /** Whether the previous attempt failed: each outage is logged once. */
  let isFailing = false

  async function refresh(peers: Peers) {
    // A process of version 0.3 answers 404: it cannot be claimed.
    const { status, body } = await peers.ask(readInstallation, { expect: [404] })
    if (status === 200) stored.apply(body.reglages)
    if (status === 200 && body.reclamee) guard.close()
    else guard.open()
  }

  return {
    guard,
    keys: hasKeys ? config.apiKeys : [derivePeerKey(config)],
    stored,
    async refresh(peers: Peers, log: Log) {
      if (!asksAccounts) return
      try {
        await refresh(peers)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'The stored settings could not be read')
        isFailing = true
      }
    },
    start(peers: Peers, log: Log) {
      let running: Promise<unknown> | undefined
      const timer = setInterval(() => {
        running ??= this.refresh(peers, log).finally(() => {
          running = undefined
        })
      }, POLL_MS)
      return {
        async stop() {
          clearInterval(timer)
          await running
        },
      }
    },
  }
}
