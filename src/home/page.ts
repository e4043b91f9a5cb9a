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
}

const NAMES: Record<string, string> = {
  accounts: 'comptes',
  orders: 'commandes',
  payments: 'paiements',
  restocking: 'réassort',
  reference: 'référentiel',
  loyalty: 'fidélité',
  purchases: 'historique d’achats',
  promotions: 'promotions',
  logistics: 'stocks et logistique',
  catalogue: 'catalogue',
}

/** Renders the home page: the state of the server and links. */
export const renderHomePage = (
  { version, domaines, evenements, exemple, demonstration, boutique }: ServerState,
  stylesheet: string,
) =>
  html`<!doctype html>
<html lang="fr">
<head>
${pageHead('Comptoir', stylesheet, ICON)}
</head>
<body>
<main class="accueil">
<h1>Comptoir</h1>
<p>La plateforme de commerce de ce réseau de magasins : comptes, commandes, paiements, stocks et tout ce qui suit une vente.</p>
<nav aria-label="Où aller">
${boutique ? html`<a href="/boutique"><strong>Boutique</strong> <span>Pour les clients : chercher, commander, payer, suivre</span></a>` : ''}
<a href="/console"><strong>Console</strong> <span>Pour le personnel : commandes, produits, stocks, clients</span></a>
<a href="/api/swagger"><strong>Interface</strong> <span>Pour les développeurs : chaque opération, à essayer</span></a>
<a href="/api/swagger/json"><strong>Document OpenAPI</strong> <span>La même interface, pour un programme</span></a>
</nav>
<dl>
<dt>Version</dt><dd>${version}</dd>
<dt>Domaines</dt><dd>${domaines.map(name => NAMES[name] ?? name).join(', ')}</dd>
<dt>Événements</dt><dd>${evenements === 'rabbitmq' ? 'par RabbitMQ' : 'dans le processus'}</dd>
<dt>Boutique d’exemple</dt><dd>${exemple ? 'oui' : 'non'}</dd>
<dt>Accès</dt><dd>${demonstration ? 'Démonstration : sans clés, ouvert à cette machine seule' : 'par clés et comptes du personnel'}</dd>
</dl>
</main>
</body>
</html>
`.markup
