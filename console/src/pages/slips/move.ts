import { useQueryClient } from '@tanstack/react-query'
import { answerOf, api, ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { useNotify } from '../../parts/notify.ts'
import { SLIPS } from '../../sales/slips.ts'
import type { Slip } from './slips.ts'
import { slipTexts } from './texts.ts'

type Next = 'prepare' | 'expedie' | 'livre'

const move = (id: number, statut: Next, trackingNumber?: string) =>
  answerOf(
    api.PATCH('/api/v1/privee/bordereaux/{id}', {
      params: { path: { id } },
      body: { statut, ...(trackingNumber ? { trackingNumber } : {}) },
    }),
  )

/** Changes the status of slips, and notifies the user if somebody else changed it first. Other errors are thrown. */
export function useMoves() {
  const texts = useTexts(slipTexts)
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: SLIPS })
  const { done, warn } = useNotify()

  /** Returns whether the change succeeded. */
  async function attempt({ numero }: Slip, moving: () => Promise<unknown>) {
    try {
      await moving()
      return true
    } catch (error) {
      if (!(error instanceof ComptoirError) || error.status !== 409) throw error
      warn(texts.movedMeanwhile(numero))
      return false
    } finally {
      await refresh()
    }
  }

  return {
    async prepare(slips: readonly Slip[]) {
      for (const slip of slips)
        if ((await attempt(slip, () => move(slip.id, 'prepare'))) && slips.length === 1)
          done(texts.done(slip.numero))
    },
    send: (slip: Slip, trackingNumber: string) =>
      attempt(slip, async () => {
        const moved = await move(slip.id, 'expedie', trackingNumber)
        const kept = moved.trackingNumber ?? ''
        if (trackingNumber && kept !== trackingNumber) warn(texts.sentAlready(slip.numero, kept || '—'))
        else done(texts.done(slip.numero))
      }),
    deliver: (slip: Slip) =>
      attempt(slip, async () => {
        // An order collected in the store is shipped and delivered at once.
        if (slip.statut !== 'expedie') await move(slip.id, 'expedie')
        await move(slip.id, 'livre')
        done(texts.done(slip.numero))
      }),
  }
}
