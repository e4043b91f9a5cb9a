import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { slipTexts } from './texts.ts'

/** What the store of a slip is called; a slip may have none. */
export function useStoreName() {
  const texts = useTexts(slipTexts)
  const { nameOf } = useStores()
  return (id: number | null) => (id === null ? texts.noStore : nameOf(id))
}
