import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { slipTexts } from './texts.ts'

/** Name of a slip's store, if it has one. */
export function useStoreName() {
  const texts = useTexts(slipTexts)
  const { nameOf } = useStores()
  return (id: number | null) => (id === null ? texts.noStore : nameOf(id))
}
