import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { noonOf, parisTimeOf } from './days.ts'
import { type Sales as Figures, type Hour, type Selection, turnoverOf, useSales } from './figures.ts'
import { Hours } from './hours.tsx'
import { listAddress } from './links.ts'
import { Section } from './section.tsx'
import { todayTexts } from './texts.ts'
import { Tile, Tiles } from './tile.tsx'

const sum = (hours: readonly Hour[], of: (hour: Hour) => number) =>
  hours.reduce((total, hour) => total + of(hour), 0)

/** Sales of the day, compared with the same day a week before. */
export function Sales({ shown }: { shown: Selection }) {
  const texts = useTexts(todayTexts)
  const sales = useSales(shown)
  return (
    <Section title={texts.sales}>
      <Answer of={sales}>{figures => <SalesDay figures={figures} shown={shown} />}</Answer>
    </Section>
  )
}

function SalesDay({ figures, shown: { magasinId } }: { figures: Figures; shown: Selection }) {
  const texts = useTexts(todayTexts)
  const { euros, count, day, percent } = useFormats()
  const { jour, semainePassee, maintenant } = figures
  const now = parisTimeOf(maintenant)
  // Compare a day in progress with the same hours of the earlier one.
  const over = jour.date === now.day ? now.hour + 1 : 24
  const then = semainePassee.heures.slice(0, over)
  const thenDay = day(noonOf(semainePassee.date))
  /** Returns the relative change and the earlier value as text. */
  const against = (value: number, before: number, format: (value: number) => string) => {
    const change = before > 0 ? `${value > before ? '+' : ''}${percent((value - before) / before)} · ` : ''
    const text = format(before)
    return change + (over === 24 ? texts.against(text, thenDay) : texts.againstUntil(text, thenDay, over))
  }
  const orders = sum(then, hour => hour.commandes)
  const period = { from: jour.date, to: jour.date }
  return (
    <>
      <Tiles>
        <Tile label={texts.turnover} value={euros(jour.chiffreAffairesCents)}>
          {against(jour.chiffreAffairesCents, sum(then, turnoverOf), euros)}
          <br />
          {texts.turnoverHint}
        </Tile>
        <Tile
          label={texts.orders}
          value={count(jour.commandes)}
          href={listAddress('/commandes', { ...period, magasin: magasinId })}
        >
          {against(jour.commandes, orders, count)}
        </Tile>
        <Tile
          label={texts.basket}
          value={jour.panierMoyenCents === null ? texts.none : euros(jour.panierMoyenCents)}
        >
          {jour.panierMoyenCents !== null &&
            orders > 0 &&
            against(jour.panierMoyenCents, sum(then, hour => hour.montantCents) / orders, euros)}
        </Tile>
        <Tile
          label={texts.refunded}
          value={euros(jour.rembourseCents)}
          href={listAddress('/paiements', { ...period, nature: 'remboursement' })}
        >
          {against(
            jour.rembourseCents,
            sum(then, hour => hour.rembourseCents),
            euros,
          )}
        </Tile>
      </Tiles>
      <Hours figures={figures} over={over} />
    </>
  )
}
