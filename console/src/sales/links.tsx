import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useMay } from '../shell/session.tsx'

const at = (folder: string, id: string | number) => `~/console/${folder}/${encodeURIComponent(id)}`

/** Leads to a page for who may see it, and is plain text for others. */
function To({ href, isAllowed, children }: { href: string; isAllowed: boolean; children: ReactNode }) {
  if (!isAllowed) return <span className="whole">{children}</span>
  return (
    <Anchor component={Link} href={href} fz="inherit" className="whole">
      {children}
    </Anchor>
  )
}

export function OrderLink({ id, children }: { id: string; children?: ReactNode }) {
  const may = useMay()
  return (
    <To href={at('commandes', id)} isAllowed={may('support', 'warehouse', 'till')}>
      {children ?? id}
    </To>
  )
}

/** A guest has no page of their own, nor has an account that loyalty does not know by a `CLI_` identifier. */
export function ClientLink({ id, children }: { id: string; children?: ReactNode }) {
  const may = useMay()
  return (
    <To href={at('clients', id)} isAllowed={id.startsWith('CLI_') && may('support', 'till')}>
      {children ?? id}
    </To>
  )
}

export function PaymentLink({ id, children }: { id: string | number; children?: ReactNode }) {
  const may = useMay()
  return (
    <To href={at('paiements', id)} isAllowed={may('support')}>
      {children ?? id}
    </To>
  )
}

/** The address of a page of the console, from wherever a link to it stands. */
export const pageAt = (path: string) => `~/console${path}`
