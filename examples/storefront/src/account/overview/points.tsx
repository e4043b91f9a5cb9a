import { useFormats } from '../../language/formats.ts'
import { defineTexts, language, useTexts } from '../../language/language.ts'

const TEXTS = defineTexts({
  fr: {
    title: 'Fidélité',
    points: (count: string, isPlural: boolean) => `${count} ${isPlural ? 'points' : 'point'}`,
    level: (name: string) => `Niveau ${name}`,
    how: 'Un point pour chaque euro d’une commande livrée.',
  },
  en: {
    title: 'Loyalty',
    points: (count: string, isPlural: boolean) => `${count} ${isPlural ? 'points' : 'point'}`,
    level: (name: string) => `Level ${name}`,
    how: 'One point for each euro of an order that was delivered.',
  },
})

export function Points({ points, level }: { points: number; level: string }) {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  return (
    <section class="box">
      <h2>{t.title}</h2>
      <p class="row">
        <span class="price">
          {t.points(count(points), new Intl.PluralRules(language.value).select(points) !== 'one')}
        </span>
        <span>{t.level(level)}</span>
      </p>
      <p class="soft small">{t.how}</p>
    </section>
  )
}
