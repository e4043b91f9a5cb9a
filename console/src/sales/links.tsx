import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMay, useMayInAllStores } from '../shell/session.tsx'

const at = (folder: string, id: string | number) => `~/console/${folder}/${encodeURIComponent(id)}`

/** A link for users who may open the page, plain text for others. */
function To({
  href,
  isAllowed,
  name,
  children,
}: {
  href: string
  isAllowed: boolean
  /** The whole name, if its link shows only a part. */
  name?: string | undefined
  children: ReactNode
}) {
  if (!isAllowed)
    return (
      <span className="whole" title={name}>
        {children}
      </span>
    )
  return (
    <Anchor component={Link} href={href} fz="inherit" className="whole" title={name}>
      {children}
    </Anchor>
  )
}

/** The beginning of an order's id, by which the list of orders finds it. */
export const shortOrder = (id: string) => /^(?:[A-Z]+-)?[\w-]{8}(?=[\w-]{6,}$)/.exec(id)?.[0] ?? id

/** A link to an order under its short number. */
export function OrderLink({ id }: { id: string }) {
  const may = useMay()
  const short = shortOrder(id)
  return (
    <To
      href={at('commandes', id)}
      isAllowed={may('support', 'warehouse', 'till')}
      name={short === id ? undefined : id}
    >
      {short}
    </To>
  )
}

/** A link to a customer's page; plain text for guests and for accounts without a `CLI_` identifier, which have no page. */
export function ClientLink({ id, children }: { id: string; children?: ReactNode }) {
  const may = useMayInAllStores()
  return (
    <To href={at('clients', id)} isAllowed={id.startsWith('CLI_') && may('support', 'till')}>
      {children ?? id}
    </To>
  )
}

export function PaymentLink({ id, children }: { id: string | number; children?: ReactNode }) {
  const may = useMayInAllStores()
  return (
    <To href={at('paiements', id)} isAllowed={may('support')}>
      {children ?? id}
    </To>
  )
}

/** The address of a console page, valid at any nesting level. */
export const pageAddress = (path: string) => `~/console${path}`
