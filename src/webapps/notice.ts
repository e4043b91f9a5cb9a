import { readFileSync } from 'node:fs'
import { Html, html, pageHead } from '../platform/pages/html.ts'
import { baseStyle } from '../platform/pages/serve.ts'
import type { InstallFailure, Progress } from './packages.ts'
import { ICON } from './web-app.ts'

// The style contains no entity and no closing tag, so it is embedded in a page without escaping.
const style = new Html(baseStyle + readFileSync(new URL('preparation.css', import.meta.url), 'utf8'))

/**
 * Returns the Content-Security-Policy of pages that run no scripts and request nothing: their style and icon are
 * inline.
 */
export const noticePolicy = (nonce: string) => [
  "default-src 'none'",
  `style-src 'nonce-${nonce}'`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

const noticePage = (title: string, nonce: string, content: Html) =>
  html`<!doctype html>
<html lang="fr">
<head>
${pageHead(title, html`<style nonce="${nonce}">${style}</style>`, ICON)}
</head>
<body>
<main class="preparation">
${content}
</main>
</body>
</html>
`.markup

/**
 * Renders the page shown while npm installs packages. The `refresh` header of its response makes the browser reload it.
 */
export function renderInstallingPage(title: string, nonce: string, { startedAt, received }: Progress) {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  return noticePage(
    `${title} se prépare`,
    nonce,
    html`<h1>${title} se prépare</h1>
<p>C’est sa première ouverture : Comptoir installe ce qu’il faut pour en assembler les pages. Cela prend en général moins d’une minute, une seule fois.</p>
<ol>
<li aria-current="step">Installation des paquets <span>${received} reçus, ${seconds} s</span></li>
<li>Assemblage des pages</li>
</ol>
<div class="bar" role="progressbar" aria-label="Préparation en cours"></div>
<p class="soft">Cette page se recharge d’elle-même. Le reste de Comptoir fonctionne déjà.</p>`,
  )
}

const REASONS: Record<InstallFailure, string> = {
  'npm-missing':
    'La commande npm est introuvable sur le serveur. Installez npm, qui accompagne Node.js, puis réessayez.',
  'registry-unreachable':
    'Le registre de paquets npm ne répond pas. Vérifiez la connexion du serveur à Internet, puis réessayez.',
  'read-only':
    'Le dossier node_modules du serveur n’est pas accessible en écriture. Lancez « npx comptoir build » avec un compte qui peut y écrire, puis réessayez.',
  failed: 'L’installation des paquets par npm a échoué. Le journal du serveur dit pourquoi.',
}

/** Renders the page shown after a failure. `reason` is that of an InstallError, absent for any other error. */
export const renderFailedPage = (title: string, nonce: string, reason?: InstallFailure) =>
  noticePage(
    title,
    nonce,
    html`<h1>${title} n’a pas pu être préparée</h1>
<p>${reason ? REASONS[reason] : 'L’assemblage des pages a échoué. Le journal du serveur dit pourquoi.'}</p>
<p><a class="retry" href="">Réessayer</a></p>
<p class="soft">Le reste de Comptoir fonctionne.</p>`,
  )
