import type { Shapes } from '../../api/client.ts'
import { FRENCH_FORMATS } from '../../language/formats.ts'

type Party = { nom: string; adresse: string[] }

const PartyLines = ({ title, party: { nom, adresse } }: { title: string; party: Party }) => (
  <div>
    <h2>{title}</h2>
    <p>{nom}</p>
    {adresse.map(line => (
      <p key={line}>{line}</p>
    ))}
  </div>
)

/** The contents of an invoice in French: seller, buyer, articles, VAT by rate, total and credit notes. */
export function Sheet({ invoice }: { invoice: Shapes['Facture'] }) {
  const { euros } = FRENCH_FORMATS
  const { vendeur, acheteur, lignes, parTaux, totaux, avoirs } = invoice
  return (
    <div class="box invoice" lang="fr">
      <div class="two">
        <PartyLines title="Vendeur" party={vendeur} />
        <PartyLines title="Client" party={acheteur} />
      </div>
      <p class="soft small">
        SIRET {vendeur.siret}
        {vendeur.numeroTva && `, TVA ${vendeur.numeroTva}`}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Article</th>
            <th scope="col">Quantité</th>
            <th scope="col">Total TTC</th>
          </tr>
        </thead>
        <tbody>
          {lignes.map(({ nom, quantite, totalCents }, place) => (
            // Delivery has a line for each rate of VAT.
            <tr key={place}>
              <td>{nom}</td>
              <td>{quantite}</td>
              <td>{euros(totalCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {parTaux.map(({ tauxTva, tvaCents }) => (
            <tr key={tauxTva}>
              <td colSpan={2}>TVA {tauxTva} %</td>
              <td>{euros(tvaCents)}</td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2}>
              Total TTC
            </th>
            <td>
              <strong>{euros(totaux.ttcCents)}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
      {avoirs.length > 0 && (
        <ul>
          {avoirs.map(({ numero, totaux: { ttcCents } }) => (
            <li key={numero}>
              Avoir {numero} : {euros(ttcCents)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
