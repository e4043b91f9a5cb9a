import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { slipTexts } from './texts.ts'

/** Returns a function that names the store of a slip, or says that the slip has none. */
export function useStoreName() {
  const texts = useTexts(slipTexts)
  const { nameOf } = useStores()
  return (id: number | null) => (id === null ? texts.noStore : nameOf(id))
}
