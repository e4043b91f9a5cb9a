import type { Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

const STEPS = ['EN_ATTENTE', 'EN_PREPARATION', 'EXPEDIEE', 'LIVREE'] as const

type Past = { statut: Shapes['StatutCommande']; createdAt: string }[]

/** Progress of an order, with the time of each step. */
export function Progress({ order, past }: { order: Shapes['Commande']; past: Past }) {
  const t = useTexts(TEXTS)
  const { moment } = useFormats()
  const isCollected = order.livraison.mode === 'retrait'
  const nameOf = (step: (typeof STEPS)[number]) => {
    if (isCollected && step === 'EXPEDIEE') return t.ready
    return isCollected && step === 'LIVREE' ? t.collected : t[step]
  }
  const reached = (STEPS as readonly string[]).indexOf(order.statut)
  return (
    <section class="box" aria-labelledby="avancement">
      <h2 id="avancement">{t.progress}</h2>
      <ol class="steps">
        {STEPS.map((step, place) => {
          const at = past.findLast(({ statut }) => statut === step)?.createdAt
          return (
            <li
              key={step}
              class={`step ${place <= reached ? 'done' : ''}`}
              aria-current={place === reached ? 'step' : undefined}
            >
              <strong>{nameOf(step)}</strong>
              <span class="soft small">{place <= reached && at && moment(at)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
