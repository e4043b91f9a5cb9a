import type { Shapes } from '../../api/client.ts'
import { useStores } from '../../api/stores.ts'
import { useTexts } from '../../language/language.ts'
import { announce } from '../../shell/announcer.tsx'
import { delivery } from '../../state/checkout.ts'
import { TEXTS } from './texts.ts'

/**
 * Stock of the product in each open store that has some; renders nothing if it is not tracked or could not be loaded.
 * The shopper chooses the store of which lists show the availability and in which the checkout offers collection.
 */
export function InStores({ magasins, disponible }: Pick<Shapes['FicheProduit'], 'magasins' | 'disponible'>) {
  const t = useTexts(TEXTS)
  const { data: stores = [] } = useStores()
  if (!magasins || disponible === null) return null
  const rows = stores.flatMap(store => {
    const quantity = magasins.find(({ storeId }) => storeId === store.id)?.quantity ?? 0
    return quantity > 0 ? [{ ...store, quantity }] : []
  })
  return (
    <section class="box" aria-labelledby="magasins">
      <h2 id="magasins">{t.stores}</h2>
      {rows.length === 0 ? (
        <p class="soft">{t.noStore}</p>
      ) : (
        <ul class="store-rows">
          {rows.map(({ id, nom, adresse, quantity }) => (
            <li key={id}>
              <span>
                <strong>{nom}</strong>
                <br />
                <span class="soft small">{adresse}</span>
              </span>
              <span class="store-state">
                <span class="good-text">{t.inStore(quantity)}</span>
                {id === delivery.value.magasinId ? (
                  <span class="small">{t.chosen}</span>
                ) : (
                  <button
                    type="button"
                    class="text-button"
                    aria-label={t.chooseStore(nom)}
                    onClick={() => {
                      delivery.value = { ...delivery.value, magasinId: id }
                      announce(t.nowChosen(nom))
                    }}
                  >
                    {t.choose}
                  </button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
