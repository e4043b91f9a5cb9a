import pg from 'pg'

export const STORES = 100

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Products, stores and a warehouse that a stock can be of: written by SQL, as the imports of reference are not meant here. */
export const fillReference = (url: string, products: number) =>
  withClient(url, async client => {
    await client.query(
      `insert into reference.produit (ean, nom, "prixDeVenteCents", categories, "categoriesCles", "statutProduit", mots,
         "createdAt", "updatedAt")
       select '2' || lpad(i::text, 12, '0'), 'Article ' || i, 1000, 'accessoires', '{accessoires}', 'actif', '', now(), now()
       from generate_series(1, $1::int) as i`,
      [products],
    )
    await client.query(
      `insert into reference.magasin (nom, adresse, statut, type, "servicesDisponibles", mots, "createdAt", "updatedAt")
       select 'Comptoir ' || i, 'Lille', 'ouvert', 'corner', '{reparation}', '', now(), now()
       from generate_series(1, $1::int) as i`,
      [STORES],
    )
    await client.query(
      `insert into reference.entrepot (nom, adresse, statut, "typeEntrepot", "estGrosVolume", "rolesLogistiques", mots,
         "createdAt", "updatedAt")
       values ('Nord', 'Carvin', 'operationnel', 'generaliste', true, '{reparation}', '', now(), now())`,
    )
    await client.query('analyze reference.produit, reference.magasin, reference.entrepot')
  })

/** Sheets of one customer, each with the four events that a repair has. */
export const fillSheets = (url: string, count: number) =>
  withClient(url, async client => {
    await client.query(
      `insert into logistics.fiche_reparation ("ticketId", "idClient", "idProduit", motif, origine, "adresseClient",
         "createdAt", "updatedAt")
       select 'banc-' || i, 'CLI_0A1B2C3D', '17', 'Panne', 'Comptoir Lille', 'Lille', now(), now()
       from generate_series(1, $1::int) as i`,
      [count],
    )
    await client.query(
      `insert into logistics.evenement_reparation ("ticketId", event, at, "createdAt", "prochainEssai", "transmisLe")
       select 'banc-' || i, event, timestamptz '2026-01-01' + interval '1 day' * day, now(), now(), now()
       from generate_series(1, $1::int) as i, unnest('{ARRIVE_DEPOT,EN_REPARATION,REPARATION_OK,EXPEDIE_CLIENT}'::text[])
         with ordinality as e (event, day)`,
      [count],
    )
  })

/** Gives each store the products that it does not have yet. */
export const fillStocks = (url: string, products: number, quantity: number) =>
  withClient(url, async client => {
    await client.query(
      `insert into logistics.stock ("productId", "storeId", rang, quantite, "updatedAt")
       select p, s, p, $2, now() from generate_series(
         (select coalesce(max("productId"), 0) + 1 from logistics.stock), $1::bigint) as p, generate_series(1, $3::int) as s`,
      [products, quantity, STORES],
    )
    await client.query(
      `insert into logistics.magasin ("storeId", lignes) select s, $1 from generate_series(1, $2::int) as s
       on conflict ("storeId") do update set lignes = excluded.lignes`,
      [products, STORES],
    )
  })
