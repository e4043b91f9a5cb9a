import { answerOf, api } from '../../api/client.ts'
import { useStores } from '../../api/stores.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { type BasketLine, basket } from '../../state/basket.ts'
import { delivery } from '../../state/checkout.ts'
import { TEXTS } from './texts.ts'

/** Stock of each article in each store. An article without stock records is not tracked and is available everywhere. */
const useShelves = (lines: readonly BasketLine[]) =>
  useAnswer(JSON.stringify(['shelves', lines.map(({ id }) => id)]), signal =>
    Promise.all(
      lines.map(({ id }) =>
        answerOf(
          api.GET('/api/publique/reserve/{productId}', { params: { path: { productId: id } }, signal }),
        ),
      ),
    ),
  )

/** The stores with collection, those with the most articles first; those that lack an article are disabled. */
export function Stores({ isNeeded }: { isNeeded: boolean }) {
  const t = useTexts(TEXTS)
  const lines = basket.value
  const { data: stores, error, again } = useStores()
  const { data: shelves } = useShelves(lines)
  const chosen = delivery.value.mode === 'retrait' ? delivery.value.magasinId : undefined
  const countIn = (storeId: number) =>
    lines.filter(({ quantity }, place) => {
      const rows = shelves?.[place] ?? []
      return rows.length === 0 || rows.some(row => row.storeId === storeId && row.quantity >= quantity)
    }).length
  if (error) return <LoadError error={error} again={again} />
  if (!stores || !shelves) return <Loading />
  return (
    <fieldset class="choices">
      <legend>{t.store}</legend>
      {isNeeded && (
        <p class="field-fault" role="alert">
          {t.chooseStore}
        </p>
      )}
      {stores
        .filter(({ collects }) => collects)
        .map(store => ({ ...store, count: countIn(store.id) }))
        .sort((a, b) => b.count - a.count)
        .map(({ id, nom, adresse, horaires, count }) => {
          const isPossible = count === lines.length
          return (
            <label class="choice" key={id}>
              <input
                type="radio"
                name="magasin"
                disabled={!isPossible}
                checked={chosen === id}
                onChange={() => {
                  delivery.value = { ...delivery.value, mode: 'retrait', magasinId: id }
                }}
              />
              <span>
                <strong>{nom}</strong>
                <span class="soft small">{[adresse, horaires].filter(Boolean).join(' · ')}</span>
                <span class={`small ${isPossible ? 'good-text' : 'soft'}`}>
                  {isPossible ? t.hasAll : t.has(count, lines.length)}
                </span>
              </span>
            </label>
          )
        })}
    </fieldset>
  )
}
