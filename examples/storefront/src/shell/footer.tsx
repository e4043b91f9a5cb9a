import { Link } from 'wouter-preact'
import { config } from '../config.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { Withdrawal } from '../parts/withdrawal.tsx'

const TEXTS = defineTexts({
  fr: {
    pledge: 'Paiement sécurisé · Livraison · Retrait en magasin',
    all: 'Tous les produits',
    orders: 'Mes commandes',
    basket: 'Mon panier',
    follow: 'Suivre une commande',
    links: 'Raccourcis',
    about: 'Informations',
    terms: 'Conditions de vente',
    returns: 'Retours et rétractation',
    privacy: 'Confidentialité',
    contact: 'Contact',
    accessibility: 'Accessibilité',
    legal: 'Mentions légales',
  },
  en: {
    pledge: 'Secure payment · Delivery · Collection in store',
    all: 'All products',
    orders: 'My orders',
    basket: 'My basket',
    follow: 'Track an order',
    links: 'Shortcuts',
    about: 'Information',
    terms: 'Terms of sale',
    returns: 'Returns and withdrawal',
    privacy: 'Privacy',
    contact: 'Contact',
    accessibility: 'Accessibility',
    legal: 'Legal notice',
  },
})

export function Footer() {
  const t = useTexts(TEXTS)
  return (
    <footer class="foot">
      <p>
        <strong>{config.shop}</strong> <span>{t.pledge}</span>
      </p>
      <nav aria-label={t.links}>
        <Link href="/recherche">{t.all}</Link>
        <Link href="/commandes">{t.orders}</Link>
        <Link href="/suivre">{t.follow}</Link>
        <Link href="/panier">{t.basket}</Link>
        <Withdrawal />
      </nav>
      <nav aria-label={t.about}>
        <Link href="/informations/conditions-de-vente">{t.terms}</Link>
        <Link href="/informations/retours">{t.returns}</Link>
        <Link href="/informations/confidentialite">{t.privacy}</Link>
        <Link href="/informations/contact">{t.contact}</Link>
        <Link href="/informations/accessibilite">{t.accessibility}</Link>
        <Link href="/informations/mentions-legales">{t.legal}</Link>
      </nav>
    </footer>
  )
}
