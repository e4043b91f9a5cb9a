import { Link } from 'wouter-preact'
import { useTexts } from '../../language/language.ts'
import { session } from '../../state/session.ts'
import { DetailField, type FieldErrors } from './detail-field.tsx'
import { TEXTS } from './texts.ts'

/** Contact data of the customer or guest. */
export function Contact({ faults }: { faults: FieldErrors }) {
  const t = useTexts(TEXTS)
  const customer = session.value
  return (
    <section class="box" aria-labelledby="coordonnees">
      <h2 id="coordonnees">{t.contact}</h2>
      {customer ? (
        <p>{t.signedIn(`${customer.prenom} ${customer.nom}`, customer.email)}</p>
      ) : (
        <>
          <p class="row">
            {t.have}
            <Link class="link" href="/connexion?vers=/commande">
              {t.signIn}
            </Link>
          </p>
          <p class="soft">{t.guest}</p>
          <DetailField
            name="email"
            label={t.email}
            hint={t.emailHint}
            type="email"
            autocomplete="email"
            faults={faults}
          />
          <div class="two">
            <DetailField name="prenom" label={t.prenom} autocomplete="given-name" faults={faults} />
            <DetailField name="nom" label={t.nom} autocomplete="family-name" faults={faults} />
          </div>
          <DetailField name="telephone" label={t.telephone} type="tel" autocomplete="tel" faults={faults} />
        </>
      )}
    </section>
  )
}
