import { useState } from 'preact/hooks'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { countryName } from '../../parts/countries.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { AddressForm } from './address-form.tsx'

const TEXTS = defineTexts({
  fr: {
    title: 'Mes adresses',
    none: 'Aucune adresse enregistrée. À la commande, la première est proposée d’abord.',
    add: 'Ajouter une adresse',
    edit: 'Modifier',
    remove: 'Retirer',
  },
  en: {
    title: 'My addresses',
    none: 'No saved address. At checkout, the first one is filled in.',
    add: 'Add an address',
    edit: 'Change',
    remove: 'Remove',
  },
})

const MOST = 20

export type Address = Shapes['Profil']['adresses'][number]

const linesOf = ({ nom, rue, complement, codePostal, ville, pays }: Address) =>
  [nom, rue, complement, `${codePostal} ${ville}`, countryName(pays)].filter(Boolean).join(', ')

/** The saved addresses of the customer. */
export function Addresses({ profile, changed }: { profile: Shapes['Profil']; changed: () => void }) {
  const t = useTexts(TEXTS)
  const { adresses } = profile
  /** The place of the address being edited; one past the end for a new one. */
  const [edited, edit] = useState<number>()
  const { error, isBusy, run } = useAction(async (next: Address[]) => {
    await answerOf(api.PATCH('/api/v1/publique/profil', { body: { adresses: next } }))
    edit(undefined)
    changed()
  })
  return (
    <section class="section account-orders">
      <h2>{t.title}</h2>
      {adresses.length === 0 && edited === undefined && <p class="soft">{t.none}</p>}
      <ErrorNotice error={error} />
      <ul>
        {adresses.map((address, place) => (
          <li key={linesOf(address)} class="box">
            <p>{linesOf(address)}</p>
            <p class="row">
              <button type="button" class="text-button" onClick={() => edit(place)}>
                {t.edit}
                <span class="unseen"> {linesOf(address)}</span>
              </button>
              <button
                type="button"
                class="text-button"
                disabled={isBusy}
                onClick={() => void run(adresses.toSpliced(place, 1))}
              >
                {t.remove}
                <span class="unseen"> {linesOf(address)}</span>
              </button>
            </p>
          </li>
        ))}
      </ul>
      {edited === undefined ? (
        adresses.length < MOST && (
          <p>
            <button type="button" class="button quiet" onClick={() => edit(adresses.length)}>
              {t.add}
            </button>
          </p>
        )
      ) : (
        <AddressForm
          key={edited}
          address={adresses[edited]}
          isBusy={isBusy}
          save={address => void run(adresses.toSpliced(edited, 1, address))}
          close={() => edit(undefined)}
        />
      )}
    </section>
  )
}
