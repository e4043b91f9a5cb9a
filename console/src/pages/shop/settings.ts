import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { changeShopName } from '../../parts/shop-name.ts'

export type ShopSettings = Shapes['ReglagesBoutique']
type Changes = Shapes['ChangementReglagesBoutique']

const SETTINGS = ['shop-settings']

export const useShopSettings = (enabled = true) =>
  useQuery({
    queryKey: SETTINGS,
    queryFn: () => answerOf(api.GET('/api/v1/privee/reglages')),
    enabled,
  })

export function useChangeSettings(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Changes) => answerOf(api.PATCH('/api/v1/privee/reglages', { body })),
    onSuccess: settings => {
      client.setQueryData(SETTINGS, settings)
      changeShopName(settings.valeurs.nomBoutique ?? null)
      onSaved()
    },
  })
}

/** Whether a value is given by the environment of the server, so that it is read-only. */
export const isFixed = ({ imposes }: ShopSettings, name: string) => imposes.includes(name)

/** Whether the particulars suffice for invoices: an exempt shop needs no VAT number. */
export const canInvoice = ({ valeurs }: ShopSettings) =>
  Boolean(valeurs.raisonSociale && valeurs.adresse && valeurs.siret) &&
  Boolean(valeurs.numeroTva || valeurs.franchiseTva === '1')

const ADDRESS = /^(smtps?):\/\/(?:([^@]*)@)?([^:/]+)(?::(\d+))?/

/** Returns the fields of the address of a mail server. */
export function fieldsOf(address: string | undefined) {
  const [, scheme, user = '', host = '', port] = ADDRESS.exec(address ?? '') ?? []
  const isEncrypted = scheme === 'smtps'
  return {
    host,
    port: Number(port ?? (isEncrypted ? 465 : 587)),
    isEncrypted,
    user: decodeURIComponent(user),
  }
}
export type ServerFields = ReturnType<typeof fieldsOf>

export const addressOf = ({ host, port, isEncrypted, user }: ServerFields) =>
  `${isEncrypted ? 'smtps' : 'smtp'}://${user ? `${encodeURIComponent(user)}@` : ''}${host.trim()}:${port}`
