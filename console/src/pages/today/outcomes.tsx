import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { type Selection, usePaymentFigures } from './figures.ts'
import { listAddress } from './links.ts'
import { Section } from './section.tsx'
import { todayTexts } from './texts.ts'
import { Tile, Tiles } from './tile.tsx'

const ORDER: readonly string[] = ['accepte', 'en_attente', 'refuse', 'annule', 'paye']

/** Number of payments per status for a day; each count links to its payments. */
export function Outcomes({ shown }: { shown: Selection }) {
  const texts = useTexts(todayTexts)
  const { euros, count } = useFormats()
  const payments = usePaymentFigures(shown)
  return (
    <Section title={texts.payments} hint={texts.paymentsHint}>
      <Answer of={payments}>
        {({ jour, issues }) => (
          <Tiles isSmall>
            {issues
              .toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
              // Only payments recorded by another application have this status.
              .filter(({ status, nombre }) => status !== 'paye' || nombre > 0)
              .map(({ status, nombre, montantCents }) => (
                <Tile
                  key={status}
                  label={texts[status]}
                  value={count(nombre)}
                  href={listAddress('/paiements', {
                    from: jour,
                    to: jour,
                    statut: status,
                    nature: 'paiement',
                  })}
                >
                  {euros(montantCents)}
                </Tile>
              ))}
          </Tiles>
        )}
      </Answer>
    </Section>
  )
}
