import { defineTexts, useTexts } from '../language/language.ts'
import { isOnline } from '../state/installed.ts'

const TEXTS = defineTexts({
  fr: { offline: 'Hors ligne : vous voyez ce que vous avez déjà vu. Prix et stock peuvent avoir changé.' },
  en: { offline: 'Offline: showing pages that you visited before. Prices and stock may have changed.' },
})

export function Offline() {
  const t = useTexts(TEXTS)
  return <div role="status">{!isOnline.value && <p class="notice offline">{t.offline}</p>}</div>
}
