import { useEffect, useState } from 'preact/hooks'
import { useLocation } from 'wouter-preact'
import { config } from '../../config.ts'
import { defineTexts, useTexts } from '../../language/language.ts'

const TEXTS = defineTexts({
  fr: { frame: 'Page de paiement', elsewhere: 'Ouvrir la page de paiement en grand' },
  en: { frame: 'Payment page', elsewhere: 'Open the payment page separately' },
})

/** Tall enough for the card form until the page reports its height. */
const FIRST_HEIGHT = 760

type Message = { type: 'comptoir.paiement'; etat: string; hauteur: number; retour: string }

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'comptoir.paiement'

/** The payment page in a frame. Once the payment is accepted, the shop continues automatically. */
export function PaymentFrame({ url }: { url: string }) {
  const t = useTexts(TEXTS)
  const [, go] = useLocation()
  const [height, grow] = useState(FIRST_HEIGHT)
  useEffect(() => {
    const { origin } = new URL(url)
    function hear({ origin: sender, data }: MessageEvent<unknown>) {
      if (sender !== origin || !isMessage(data)) return
      grow(data.hauteur)
      if (data.etat !== 'accepte' && data.etat !== 'paye') return
      const back = new URL(data.retour)
      if (back.origin === window.location.origin)
        go(back.pathname.slice(config.base.length) + back.search, { replace: true })
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [url, go])
  return (
    <>
      <iframe class="payment-frame" src={url} title={t.frame} height={height} />
      <a class="link" href={url}>
        {t.elsewhere}
      </a>
    </>
  )
}
