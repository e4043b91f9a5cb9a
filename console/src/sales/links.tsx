import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMay, useMayInAllStores } from '../shell/session.tsx'

const at = (folder: string, id: string | number) => `~/console/${folder}/${encodeURIComponent(id)}`

/** A link for users who may open the page, plain text for others. */
function To({
  href,
  isAllowed,
  className = 'whole',
  children,
}: {
  href: string
  isAllowed: boolean
  className?: string
  children: ReactNode
}) {
  if (!isAllowed) return <span className={className}>{children}</span>
  return (
    <Anchor component={Link} href={href} fz="inherit" className={className}>
      {children}
    </Anchor>
  )
}

/** `isShort` shows only the beginning of the id, by which the list of orders finds it. */
export function OrderLink({ id, isShort = false }: { id: string; isShort?: boolean }) {
  const may = useMay()
  return (
    <To
      href={at('commandes', id)}
      isAllowed={may('support', 'warehouse', 'till')}
      {...(isShort && { className: 'short' })}
    >
      {id}
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
