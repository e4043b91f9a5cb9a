import { useRef, useState } from 'preact/hooks'
import { answerOf, api, ComptoirError, createIdempotencyKey, type Shapes } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { tokenOf } from '../../state/orders.ts'
import { TEXTS } from './texts.ts'

/** Cancels an order before its preparation, after a confirmation. */
export function Cancel({ order, done }: { order: Shapes['Commande']; done: () => void }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const dialog = useRef<HTMLDialogElement>(null)
  const key = useRef(createIdempotencyKey())
  const [isAsked, setAsked] = useState(false)
  const { ordreId, paiement } = order
  const { run, isBusy, error } = useAction(async () => {
    const jeton = tokenOf(ordreId)
    const header = { 'Idempotency-Key': key.current }
    const params = { path: { ordreId }, header, ...(jeton && { query: { jeton } }) }
    await answerOf(api.POST('/api/v1/publique/commandes/{ordreId}/annulation', { params, body: null }))
    dialog.current?.close()
    done()
  })
  const mail = useAction(async () => {
    await answerOf(api.POST('/api/v1/publique/courriels-commande', { body: { ordreId } }))
    setAsked(true)
  })
  // A guest cannot cancel with the order number: they need the link of the mail that is sent after payment.
  const isNotTheirs = error instanceof ComptoirError && (error.status === 401 || error.status === 403)
  const isPaid = paiement.payeCents > 0
  return (
    <>
      <button type="button" class="button danger" onClick={() => dialog.current?.showModal()}>
        {t.cancel}
      </button>
      <dialog ref={dialog} aria-labelledby="annuler">
        <div class="form">
          <h2 id="annuler">{t.cancelTitle}</h2>
          <p>{isPaid ? t.cancelPaid(euros(paiement.payeCents)) : t.cancelFree}</p>
          {isNotTheirs ? (
            <div class="notice" role="alert">
              {isPaid ? (
                <>
                  <p>{isAsked ? t.mailSent : t.byMail}</p>
                  <ErrorNotice error={mail.error} />
                  {!isAsked && (
                    <button
                      type="button"
                      class="button quiet"
                      disabled={mail.isBusy}
                      onClick={() => void mail.run()}
                    >
                      {t.sendMail}
                    </button>
                  )}
                </>
              ) : (
                <p>{t.endsAlone}</p>
              )}
            </div>
          ) : (
            <ErrorNotice error={error} />
          )}
          <div class="row">
            <button
              type="button"
              class="button danger"
              disabled={isBusy || isNotTheirs}
              onClick={() => void run()}
            >
              {t.cancelYes}
            </button>
            <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
              {t.cancelNo}
            </button>
          </div>
        </div>
      </dialog>
    </>
  )
}
