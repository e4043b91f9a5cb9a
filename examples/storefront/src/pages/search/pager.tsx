import { Link } from 'wouter-preact'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

type Props = { page: number; pages: number; addressOf: (page: number) => string }

export function Pager({ page, pages, addressOf }: Props) {
  const t = useTexts(TEXTS)
  const { count } = useFormats()
  if (pages <= 1) return null
  return (
    <nav class="pager" aria-label={t.pages}>
      {page > 1 ? (
        <Link class="button quiet" href={addressOf(page - 1)} aria-label={t.previous}>
          ←
        </Link>
      ) : (
        <span />
      )}
      <span>{t.page(count(page), count(pages))}</span>
      {page < pages ? (
        <Link class="button quiet" href={addressOf(page + 1)} aria-label={t.next}>
          →
        </Link>
      ) : (
        <span />
      )}
    </nav>
  )
}
