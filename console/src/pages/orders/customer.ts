import type { Shapes } from '../../api/client.ts'

type Order = Pick<Shapes['CommandeListee'], 'clientInfo' | 'clientId'>

const textIn = (from: Record<string, unknown>, ...names: string[]) =>
  names
    .map(name => from[name])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')

/** Customer data of an order. The shop defines their shape, so this reads the usual field names. */
export const contactOf = ({ clientInfo }: Order) => ({
  name: [textIn(clientInfo, 'prenom', 'firstName'), textIn(clientInfo, 'nom', 'lastName', 'name')]
    .filter(Boolean)
    .join(' '),
  email: textIn(clientInfo, 'email', 'adresseMail', 'mail'),
  phone: textIn(clientInfo, 'telephone', 'telephoneMobile', 'phone'),
})

/** Whether a customer identifier is one that the shop made for a customer without an account. */
export const isGuest = (clientId: string) => clientId.startsWith('INVITE')

/** The name of the customer, else the e-mail address, else the identifier; undefined for a guest without either. */
export const customerNameOf = (order: Order): string | undefined => {
  const { name, email } = contactOf(order)
  return name || email || (isGuest(order.clientId) ? undefined : order.clientId)
}

/**
 * The lines of a delivery address: the name, all other fields, postal code and town on one line, and the country. Values
 * that are neither texts nor numbers are omitted.
 */
export function addressLines(address: Record<string, unknown>): string[] {
  const written = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  const { prenom, nom, codePostal, ville, pays, ...others } = address
  const name = [written(prenom), written(nom)].filter(Boolean).join(' ')
  const town = [written(codePostal), written(ville)].filter(Boolean).join(' ')
  return [name, ...Object.values(others).map(written), town, written(pays)].filter(Boolean)
}
