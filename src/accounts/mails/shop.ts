import type { Accounts } from '../context.ts'
import type { Shop } from './content.ts'

type Source = Pick<Accounts, 'config' | 'mails' | 'stored'>

/** Returns the shop as mails name it, with the particulars that are set. */
export function shopOf({ config, mails, stored: { read } }: Source): Shop {
  const joined = (...values: (string | null)[]) => values.filter(value => value !== null).join(' · ')
  const siret = read('siret')
  const vat = read('numeroTva')
  const lines = [
    joined(read('raisonSociale'), read('formeJuridique')),
    (read('adresse') ?? '').replaceAll(/\s*;\s*/g, ', '),
    joined(siret && `SIRET ${siret}`, read('immatriculation'), vat && `TVA ${vat}`),
  ]
  return {
    ...{ name: config.shopName, base: mails.base(), contact: read('contact') },
    legal: lines.filter(line => line !== ''),
  }
}
