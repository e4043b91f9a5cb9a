import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { noonOf } from './days.ts'
import { type Figures, type Selection, useSales } from './figures.ts'
import { Hours } from './hours.tsx'
import { listAddress } from './links.ts'
import { Section } from './section.tsx'
import { StoreTable } from './store-table.tsx'
import { todayTexts } from './texts.ts'
import { Tile, Tiles } from './tile.tsx'

/** Sales of the period, compared with the chosen one. */
export function Sales({ shown }: { shown: Selection }) {
  const texts = useTexts(todayTexts)
  const sales = useSales(shown)
  return (
    <Section title={texts.sales}>
      <Answer of={sales}>{figures => <PeriodSales figures={figures} />}</Answer>
    </Section>
  )
}

function PeriodSales({ figures }: { figures: Figures }) {
  const texts = useTexts(todayTexts)
  const { euros, count, day, percent } = useFormats()
  const { periode, reference, heures, magasinId } = figures
  /** Returns the relative change and the earlier value as text. */
  const against = (value: number, before: number, format: (value: number) => string) => {
    const change = before > 0 ? `${value > before ? '+' : ''}${percent((value - before) / before)} · ` : ''
    const text = format(before)
    const last = day(noonOf(reference.au))
    if (reference.du !== reference.au)
      return change + texts.againstPeriod(text, day(noonOf(reference.du)), last)
    return change + (heures === null ? texts.against(text, last) : texts.againstUntil(text, last, heures))
  }
  const period = { from: periode.du, to: periode.au }
  return (
    <>
      <Tiles>
        <Tile label={texts.turnover} value={euros(periode.chiffreAffairesCents)}>
          {against(periode.chiffreAffairesCents, reference.chiffreAffairesCents, euros)}
          <br />
          {texts.turnoverHint}
        </Tile>
        <Tile
          label={texts.orders}
          value={count(periode.commandes)}
          href={listAddress('/commandes', { ...period, magasin: magasinId ?? undefined })}
        >
          {against(periode.commandes, reference.commandes, count)}
        </Tile>
        <Tile
          label={texts.basket}
          value={periode.panierMoyenCents === null ? texts.none : euros(periode.panierMoyenCents)}
        >
          {periode.panierMoyenCents !== null &&
            reference.panierMoyenCents !== null &&
            against(periode.panierMoyenCents, reference.panierMoyenCents, euros)}
        </Tile>
        <Tile
          label={texts.refunded}
          value={euros(periode.rembourseCents)}
          href={listAddress('/paiements', { ...period, nature: 'remboursement' })}
        >
          {against(periode.rembourseCents, reference.rembourseCents, euros)}
        </Tile>
      </Tiles>
      <Hours figures={figures} />
      {figures.magasins.length > 0 && <StoreTable figures={figures} />}
    </>
  )
}
