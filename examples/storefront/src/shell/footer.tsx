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
    links: 'Raccourcis',
  },
  en: {
    pledge: 'Secure payment · Delivery · Collection in store',
    all: 'All products',
    orders: 'My orders',
    basket: 'My basket',
    links: 'Shortcuts',
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
        <Link href="/panier">{t.basket}</Link>
        <Withdrawal />
      </nav>
    </footer>
  )
}
