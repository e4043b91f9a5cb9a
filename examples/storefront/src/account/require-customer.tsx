import type { ComponentType } from 'preact'
import { Redirect, useLocation } from 'wouter-preact'
import { type Session, session } from '../state/session.ts'

/** Restricts a page to signed-in customers; others are redirected to the sign-in page and back. */
export const requireCustomer = (Shown: ComponentType<{ customer: Session }>) =>
  function RequireCustomer() {
    const [path] = useLocation()
    const customer = session.value
    if (!customer) return <Redirect to={`/connexion?vers=${encodeURIComponent(path)}`} replace />
    // The key remounts the page for another customer.
    return <Shown key={customer.userId} customer={customer} />
  }
