import { readFileSync } from 'node:fs'
import Type, { type Static } from 'typebox'
import { Shape } from '../platform/http/pages.ts'
import { html, pageHead } from '../platform/pages/html.ts'
import { baseStyle } from '../platform/pages/serve.ts'
import { ICON } from '../webapps/web-app.ts'

export const style = baseStyle + readFileSync(new URL('accueil.css', import.meta.url), 'utf8')

export const Home = Shape('Accueil', {
  nom: Type.Literal('Comptoir'),
  version: Type.String(),
  domaines: Type.Array(Type.String(), { description: 'Areas served by this process' }),
  evenements: Type.Union([Type.Literal('rabbitmq'), Type.Literal('interne')], {
    description: 'Transport of events: a broker or the process itself',
  }),
  exemple: Type.Boolean({ description: 'Whether the sample shop is enabled' }),
  demonstration: Type.Boolean({ description: 'No API keys are configured, so every caller has all rights' }),
  liens: Type.Record(Type.String(), Type.String(), { description: 'Links to documents and pages, by name' }),
})

/** The state of this server that the home page shows. */
export type ServerState = Omit<Static<typeof Home>, 'nom' | 'liens'> & {
  /** Whether this server serves the web shop. */
  boutique: boolean
  nomBoutique: string
  production: boolean
}

/** Whether each area can be used, by its name. */
export type Health = readonly (readonly [area: string, isUp: boolean])[]

const NAMES: Record<string, string> = {
  accounts: 'Comptes',
  orders: 'Commandes',
  payments: 'Paiements',
  restocking: 'Réassort',
  reference: 'Référentiel',
  loyalty: 'Fidélité',
  purchases: 'Historique d’achats',
  promotions: 'Promotions',
  logistics: 'Stocks et logistique',
  catalogue: 'Catalogue',
}

const link = (href: string, title: string, text: string) =>
  html`<a href="${href}"><strong>${title}</strong> <span>${text}</span></a>`

const production = html`<section aria-labelledby="production">
<h2 id="production">Pour passer en production</h2>
<ol>
<li><a href="/console/boutique/mise-en-service">Mettre la boutique en service</a> : administrateur, mentions légales, courriels, magasins, produits</li>
<li>Demander à votre hébergeur une base de données à sauvegarder, des clés et des secrets propres à la boutique</li>
<li>Choisir le prestataire de paiement, qui encaisse les cartes</li>
<li>Publier la boutique à son adresse, en https</li>
</ol>
<details>
<summary>Pour l’exploitant du serveur : les réglages de ces étapes</summary>
<p>Base : <code>DATABASE_URL</code>. Clés et secrets : <code>COMPTOIR_API_KEYS</code>, <code>COMPTOIR_TOKEN_SECRET</code>, <code>COMPTOIR_CARD_KEYS</code>. Paiement : <code>COMPTOIR_PAYMENT_PROVIDER</code>. Adresse : <code>COMPTOIR_PUBLIC_URL</code>, <code>COMPTOIR_TRUSTED_PROXIES</code>. Les fichiers <code>docs/deploy.md</code> et <code>docs/operations.md</code> les décrivent.</p>
</details>
</section>`

/** Renders the home page: links, the health of the areas, and the way to production. */
export const renderHomePage = (state: ServerState, health: Health, stylesheet: string) =>
  html`<!doctype html>
<html lang="fr">
<head>
${pageHead(state.nomBoutique, stylesheet, ICON)}
</head>
<body>
<main class="accueil">
<h1>${state.nomBoutique}</h1>
<p>La plateforme de commerce de ce réseau de magasins, version ${state.version}.</p>
<nav aria-label="Où aller">
${state.boutique ? link('/boutique', 'Boutique', 'Pour les clients : chercher, commander, payer, suivre') : ''}
${link('/console', 'Console', 'Pour le personnel : commandes, produits, stocks, clients')}
${link('/api/swagger', 'Interface de programmation', 'Pour les développeurs : chaque opération, à essayer')}
${link('/api/swagger/json', 'Document OpenAPI', 'La même interface, pour un programme')}
</nav>
<section aria-labelledby="domaines">
<h2 id="domaines">Ce qui tourne ici</h2>
<ul class="domaines">
${health.map(([area, isUp]) => html`<li class="${isUp ? 'marche' : 'panne'}">${NAMES[area] ?? area} <span>${isUp ? 'en marche' : 'en panne'}</span></li>`)}
</ul>
<dl>
<dt>Messages internes</dt><dd>${state.evenements === 'rabbitmq' ? 'portés par RabbitMQ' : 'portés par ce serveur'}</dd>
<dt>Boutique d’exemple</dt><dd>${state.exemple ? 'oui' : 'non'}</dd>
<dt>Accès</dt><dd>${state.demonstration ? 'Démonstration : sans mot de passe, depuis cette machine seulement' : 'par clés et comptes du personnel'}</dd>
</dl>
</section>
${state.production ? '' : production}
</main>
</body>
</html>
`.markup
