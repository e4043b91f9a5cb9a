import { Link, useLocation } from 'wouter-preact'
import { config } from '../config.ts'
import { defineTexts, language, useTexts } from '../language/language.ts'
import { AccountIcon, BasketIcon } from '../parts/icons.tsx'
import { basketCount } from '../state/basket.ts'
import { session } from '../state/session.ts'
import { CategoryMenu } from './category-menu.tsx'
import { SearchBox } from './search-box.tsx'

const TEXTS = defineTexts({
  fr: {
    account: 'Mon compte',
    signIn: 'Se connecter',
    basket: 'Panier',
    inBasket: (count: number) => `, ${count} ${count > 1 ? 'articles' : 'article'}`,
    other: 'English',
  },
  en: {
    account: 'My account',
    signIn: 'Sign in',
    basket: 'Basket',
    inBasket: (count: number) => `, ${count} ${count > 1 ? 'items' : 'item'}`,
    other: 'Français',
  },
})

export function Header() {
  const t = useTexts(TEXTS)
  const [path] = useLocation()
  const isSignedIn = session.value !== undefined
  const count = basketCount.value
  const other = language.value === 'fr' ? 'en' : 'fr'
  return (
    <header class="top">
      <div class="top-row">
        <Link class="brand" href="/">
          {config.shop}
        </Link>
        <SearchBox />
        <CategoryMenu />
        <nav class="top-links">
          <button type="button" class="plain" lang={other} onClick={() => (language.value = other)}>
            <span class="wide">{t.other}</span>
            <span class="narrow" aria-hidden="true">
              {other.toUpperCase()}
            </span>
          </button>
          <Link
            class="top-link"
            href={isSignedIn ? '/compte' : `/connexion?vers=${encodeURIComponent(path)}`}
          >
            <AccountIcon />
            <span class="wide">{isSignedIn ? (session.value?.prenom ?? t.account) : t.signIn}</span>
          </Link>
          <Link class="top-link" href="/panier">
            <BasketIcon />
            <span class="wide">{t.basket}</span>
            {count > 0 && (
              <>
                <span class="count" aria-hidden="true">
                  {count > 99 ? '99+' : count}
                </span>
                <span class="unseen">{t.inBasket(count)}</span>
              </>
            )}
          </Link>
        </nav>
      </div>
    </header>
  )
}
