import type { ComponentType } from 'preact'
import { Redirect, useLocation } from 'wouter-preact'
import { type Session, session } from '../state/session.ts'

/** A page of whoever is signed in; others are sent to sign in, and led back. */
export const customersOnly = (Shown: ComponentType<{ customer: Session }>) =>
  function CustomersOnly() {
    const [path] = useLocation()
    const customer = session.value
    if (!customer) return <Redirect to={`/connexion?vers=${encodeURIComponent(path)}`} replace />
    // Somebody else's page is another page.
    return <Shown key={customer.userId} customer={customer} />
  }
