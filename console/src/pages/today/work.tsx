import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { type Selection, useBelowThreshold, useWaitingSlips } from './figures.ts'
import { listAddress } from './links.ts'
import { Section } from './section.tsx'
import { todayTexts } from './texts.ts'
import { Tile, Tiles } from './tile.tsx'

const SLIPS = [
  { status: 'a_preparer', count: 'aPreparer', text: 'toPrepare' },
  { status: 'incomplet', count: 'incomplets', text: 'incomplete' },
  { status: 'prepare', count: 'prepares', text: 'toSend' },
] as const

/** Work that waits in the stores now, regardless of the selected day. */
export function Work({ shown: { magasinId } }: { shown: Selection }) {
  const texts = useTexts(todayTexts)
  const { count } = useFormats()
  const slips = useWaitingSlips()
  const below = useBelowThreshold(magasinId)
  return (
    <Section title={texts.work}>
      <Answer of={slips}>
        {stores => {
          const own = stores.filter(({ storeId }) => magasinId === undefined || storeId === magasinId)
          return (
            <Tiles isSmall>
              {SLIPS.map(({ status, count: of, text }) => (
                <Tile
                  key={status}
                  label={texts[text]}
                  value={count(own.reduce((sum, store) => sum + store[of], 0))}
                  href={listAddress('/bons', { statut: status, storeId: magasinId })}
                />
              ))}
              <Answer of={below}>
                {articles => (
                  <Tile
                    label={texts.belowThreshold}
                    value={count(articles)}
                    href={listAddress('/stocks', { seuil: 1, magasin: magasinId })}
                  />
                )}
              </Answer>
            </Tiles>
          )
        }}
      </Answer>
    </Section>
  )
}
