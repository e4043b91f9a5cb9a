import { Anchor, Button, Text } from '@mantine/core'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { useDeliveryDays } from '../../sales/delivery-methods.ts'
import { Facts } from '../../sales/facts.tsx'
import { ClientLink } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { useMay } from '../../shell/session.tsx'
import { addressLines, contactOf, isGuest } from './customer.ts'
import { isUnsent } from './moves.ts'
import { recipientTexts } from './recipient-texts.ts'
import { orderTexts } from './texts.ts'

const RecipientDialog = lazy(() => import('./recipient-dialog.tsx'))

/** Customer and delivery address of an order, which can be corrected until it is sent. */
export function Contact({ file, onDone }: { file: Shapes['DossierCommande']; onDone: () => unknown }) {
  const texts = useTexts(orderTexts)
  const words = useTexts(salesTexts)
  const { nameOf } = useStores()
  const { name, email, phone } = contactOf(file)
  const { mode, magasinId, nom, delaiJours, pointRelais } = file.livraison
  const daysOf = useDeliveryDays()
  const may = useMay()
  const corrections = useTexts(recipientTexts)
  // The dialog corrects the order that it was opened with.
  const [corrected, setCorrected] = useState<typeof file>()
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setCorrected(undefined)
    opener.current?.focus()
  }
  return (
    <Section
      title={words.client}
      actions={
        isUnsent(file) &&
        may('support', 'warehouse') && (
          <Button
            size="xs"
            variant="default"
            ref={opener}
            onClick={() => setCorrected(file)}
            aria-label={corrections.correctAria}
          >
            {corrections.correct}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [words.client, isGuest(file.clientId) ? words.guest : <ClientLink id={file.clientId} />],
          [texts.name, name],
          [
            texts.email,
            email && (
              <Anchor fz="inherit" href={`mailto:${email}`}>
                {email}
              </Anchor>
            ),
          ],
          [
            texts.phone,
            phone && (
              <Anchor fz="inherit" href={`tel:${phone}`}>
                {phone}
              </Anchor>
            ),
          ],
          [texts.method, nom],
          [texts.days, delaiJours && daysOf(delaiJours)],
          [
            texts.delivery,
            !pointRelais &&
              (mode === 'retrait' && magasinId ? texts.collect(nameOf(magasinId)) : texts.atHome),
          ],
          [
            texts.pickupPoint,
            pointRelais && (
              <>
                <span className="line">{pointRelais.nom}</span>
                <span className="line">{pointRelais.adresse}</span>
                <span className="line">{texts.pickupId(pointRelais.id)}</span>
              </>
            ),
          ],
          [
            texts.address,
            addressLines(file.adresseLivraison).map(line => (
              <span key={line} className="line">
                {line}
              </span>
            )),
          ],
          [texts.store, file.magasins.map(nameOf).join(', ')],
          [texts.tracking, file.trackingNumber && <Tracking file={file} />],
        ]}
      />
      {corrected && (
        <Suspense>
          <RecipientDialog file={corrected} onClose={close} onDone={onDone} />
        </Suspense>
      )}
      {!file.prouve && !isGuest && (
        <Text size="sm" c="dimmed">
          {texts.claimed}
        </Text>
      )}
    </Section>
  )
}

/** The tracking number, with a link to the carrier's page if the method has one. */
function Tracking({ file: { trackingNumber, livraison } }: { file: Shapes['DossierCommande'] }) {
  const { newTab } = useTexts(salesTexts)
  if (!livraison.suiviUrl) return trackingNumber
  return (
    <Anchor href={livraison.suiviUrl} target="_blank" rel="noopener noreferrer" fz="inherit">
      {trackingNumber} {newTab}
    </Anchor>
  )
}
