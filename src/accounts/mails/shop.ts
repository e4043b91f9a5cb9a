import { servesStorefront } from '../../platform/production.ts'
import { withoutFinalSlashes } from '../../platform/text.ts'
import type { Accounts } from '../context.ts'
import type { Shop } from './content.ts'

type Source = Pick<Accounts, 'config' | 'mails' | 'settings' | 'stored'>

/** Returns the shop as mails name it, with the particulars that are set. */
export function shopOf({ config, mails, settings, stored: { read } }: Source): Shop {
  const joined = (...values: (string | null)[]) => values.filter(value => value !== null).join(' · ')
  const siret = read('siret')
  const vat = read('numeroTva')
  const lines = [
    joined(read('raisonSociale'), read('formeJuridique')),
    (read('adresse') ?? '').replaceAll(/\s*;\s*/g, ', '),
    joined(siret && `SIRET ${siret}`, read('immatriculation'), vat && `TVA ${vat}`),
  ]
  const base = mails.base()
  return {
    ...{ name: config.shopName, base, contact: read('contact') },
    shopUrl: withoutFinalSlashes(settings.shopUrl ?? `${base}/boutique`),
    hasPages: settings.shopUrl !== undefined || servesStorefront(config),
    legal: lines.filter(line => line !== ''),
  }
}
