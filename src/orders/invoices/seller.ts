import { issuesInvoices, type LegalSettings } from '../invoice-settings.ts'
import type { Seller } from './schemas.ts'

/** Who sells; undefined while particulars are missing that an invoice needs. */
export function sellerOf(settings: LegalSettings): Seller | undefined {
  const { legalName, legalAddress, legalSiret } = settings
  if (!issuesInvoices(settings) || !legalName || !legalAddress || !legalSiret) return undefined
  const siret = legalSiret.replaceAll(' ', '')
  return {
    nom: legalName,
    forme: settings.legalForm ?? null,
    adresse: legalAddress.split(';').flatMap(line => line.trim() || []),
    siren: siret.slice(0, 9),
    siret,
    immatriculation: settings.legalRegister ?? null,
    numeroTva: settings.legalVatNumber ?? null,
    franchiseTva: settings.legalVatExempt === '1',
    contact: settings.legalContact ?? null,
    mention: settings.legalNotice ?? null,
  }
}
