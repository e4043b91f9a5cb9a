import { amount, type Benchmark } from '../support/measure.ts'
import type { Scope } from '../support/scope.ts'
import { writingAgain } from '../support/write-again.ts'

const clientsOf = (count: number, mark: string) =>
  Array.from({ length: count }, (_, i) => ({
    nom: `Martin ${mark} ${i}`,
    prenom: `Camille ${i % 977}`,
    adresseMail: `${mark}${i}@example.org`,
    telephone: '01 23 45 67 89',
    adresse: `${i} rue des Halles, 59000 Lille`,
    anniversaire: '1990-02-28',
  }))

/** Imports new loyalty customers over HTTP; their identifiers. */
export async function importClients(base: string, count: number, mark: string) {
  const answer = await fetch(`${base}/loyalty/api/privee/clients/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clients: clientsOf(count, mark) }),
  })
  const { details } = (await answer.json()) as { details: { created: { idClient: string }[] } }
  if (details.created.length !== count) throw new Error(`${details.created.length} of ${count} customers`)
  return details.created.map(({ idClient }) => idClient)
}

export async function clientImports(
  scope: Scope,
  base: string,
  url: string,
  count: number,
): Promise<Benchmark> {
  let imports = 0
  return {
    name: `loyalty customers imported, ${count} at a time`,
    platform: amount(count, () => importClients(base, count, `neuf${imports++}-`)),
    bare: await writingAgain(scope, url, 'loyalty.client', count),
  }
}
