import type { Context } from '../context.ts'
import { accountOf, loyaltyCustomerOf, namesOf } from '../peers.ts'
import type { CardOwner } from '../tables.ts'

/** What the cards of one loyalty customer may be saved under: loyalty's number, and any identifier that their account has had. */
export type Owners = { clientFideliseId: number | null; clientIds: string[] }

export async function ownersByNumber(context: Context, clientFideliseId: number): Promise<Owners> {
  const customer = await loyaltyCustomerOf(context, clientFideliseId)
  const account = customer && (await accountOf(context, customer.idClient))
  return { clientFideliseId, clientIds: customer ? namesOf(customer.idClient, account) : [] }
}

/** By a `CLI_` identifier or an account's id. Digits never reach loyalty, which numbers its customers apart. */
export async function ownersByIdentifier(context: Context, ref: string): Promise<Owners> {
  const account = await accountOf(context, ref)
  const idClient = account?.clientId ?? ref
  // What loyalty has under an address that is not proven may be somebody else's.
  const isTheirs = idClient.startsWith('CLI_') && account?.courrielProuve !== false
  const customer = isTheirs ? await loyaltyCustomerOf(context, idClient) : undefined
  return { clientFideliseId: customer?.id ?? null, clientIds: namesOf(idClient, account) }
}

/** Whom a card is saved for, and the account's identifiers under which the same card may have been kept before. */
export type OwnerToSave = CardOwner & { formerly: readonly string[] }

/**
 * The loyalty customer, of whom `fidelise` is the number, else the one behind the identifier that the payment carries. Where
 * none can be found, the account alone.
 */
export async function ownerToSave(
  context: Context,
  fidelise: number | null,
  clientId: string | null,
): Promise<OwnerToSave | undefined> {
  if (fidelise !== null && fidelise > 0) return forCustomer(await ownersByNumber(context, fidelise))
  if (clientId === null) return undefined
  const owners = await ownersByIdentifier(context, clientId)
  if (owners.clientFideliseId !== null) return forCustomer(owners)
  const [present = clientId, ...formerly] = owners.clientIds
  return { clientFideliseId: null, clientId: present, formerly }
}

const forCustomer = ({ clientFideliseId, clientIds }: Owners): OwnerToSave => ({
  ...{ clientFideliseId, clientId: null, formerly: clientIds },
})
