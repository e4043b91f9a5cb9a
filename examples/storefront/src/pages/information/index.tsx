import { useParams } from 'wouter-preact'
import { answerOf, api } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { defineTexts, language, useTexts } from '../../language/language.ts'
import { LoadError } from '../../parts/errors.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Page } from '../../parts/page.tsx'
import { Withdrawal } from '../../parts/withdrawal.tsx'
import { NotFound } from '../not-found.tsx'
import { Contact } from './contact.tsx'
import { EN } from './english.ts'
import { FR } from './french.ts'
import { type InformationName, NAMES, particularsOf } from './particulars.ts'

const TEXTS = defineTexts({
  fr: {
    missing: 'La boutique n’a pas encore tout renseigné. À compléter :',
  },
  en: {
    missing: 'The shop has not filled in everything yet. To be completed:',
  },
})

const isName = (page: string): page is InformationName => (NAMES as readonly string[]).includes(page)

/**
 * The legal pages, made from the particulars of the shop. They are templates: each names what the shop has not filled
 * in yet.
 */
export default function Information() {
  const t = useTexts(TEXTS)
  const { page = '' } = useParams()
  const { data, error, again } = useAnswer('particulars', signal =>
    answerOf(api.GET('/api/v1/publique/boutique', { signal })),
  )
  if (!isName(page)) return <NotFound />
  const texts = language.value === 'fr' ? FR : EN
  if (!data)
    return (
      <Page title={texts.titles[page]}>
        {error ? <LoadError error={error} again={again} /> : <Loading />}
      </Page>
    )
  const { shop, missing } = particularsOf(data, language.value)
  const { sections, needs } = texts.pages[page](shop)
  const lacking = [...missing, ...needs]
  return (
    // The key gives each page its own heading, which receives the focus.
    <Page key={page} title={texts.titles[page]}>
      {lacking.length > 0 && (
        <div class="notice">
          <p>{t.missing}</p>
          <ul>
            {lacking.map(name => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {page === 'contact' && <Contact contact={data.contact} />}
      {sections.map(({ title, paragraphs }) => (
        <section class="section" key={title}>
          <h2>{title}</h2>
          {paragraphs.map(paragraph => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      {page === 'retours' && (
        <p>
          <Withdrawal />
        </p>
      )}
    </Page>
  )
}
