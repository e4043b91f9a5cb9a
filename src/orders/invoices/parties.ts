import { issuesInvoices, type LegalSettings } from '../invoice-settings.ts'
import { addresseeOf, addressLines, addressText } from '../postal-address.ts'
import type { Order } from '../tables.ts'
import type { Buyer, Seller } from './schemas.ts'

/** Returns the seller; undefined while required particulars are missing. */
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

/** Returns the SIREN of a SIRET, its first nine characters without spaces; empty for an empty text. */
const sirenOf = (siret: string) => siret.replaceAll(/\s/g, '').slice(0, 9)

/**
 * Returns the buyer from the order's data. The name is that in the customer data, else in the delivery address, else
 * the e-mail address. The address is `adresseFacturation` of the customer data or, without that, `adresse`; if that has
 * no lines, the delivery address.
 */
export function buyerOf({
  clientInfo,
  adresseLivraison,
}: Pick<Order, 'clientInfo' | 'adresseLivraison'>): Buyer {
  const delivery = addressLines(adresseLivraison, { parcel: false })
  const own = addressLines(clientInfo.adresseFacturation ?? clientInfo.adresse, { parcel: false })
  const adresse = own.length > 0 ? own : delivery
  return {
    nom: addresseeOf(clientInfo) || addresseeOf(adresseLivraison) || addressText(clientInfo.email),
    adresse,
    livraison: adresse.join('\n') === delivery.join('\n') ? [] : delivery,
    siren: addressText(clientInfo.siren) || sirenOf(addressText(clientInfo.siret)) || null,
    numeroTva: addressText(clientInfo.numeroTva ?? clientInfo.numeroTVA) || null,
  }
}
