import { useEffect, useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { useLivePromotions } from '../api/promotions.ts'
import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { Field } from '../parts/field.tsx'
import { announce } from '../shell/announcer.tsx'
import { addCode, codes, isCode, isSameCode, MOST_CODES, refusedCode, removeCode } from '../state/codes.ts'
import type { Pricing } from './price-basket.ts'
import { useCodeTexts } from './use-code-texts.ts'

const TEXTS = defineTexts({
  fr: {
    label: 'Code promotion',
    add: 'Ajouter',
    list: 'Codes ajoutés',
    applied: (amount: string) => `Appliqué : −${amount}`,
    known: 'Ce code est déjà dans votre panier.',
    most: 'Cinq codes au plus : retirez-en un d’abord.',
    method: 'S’il porte sur la livraison, choisissez d’abord un mode payant.',
    signIn: 'Se connecter',
    remove: 'Retirer',
    removeWhat: (code: string) => `Retirer le code ${code}`,
  },
  en: {
    label: 'Promotion code',
    add: 'Add',
    list: 'Added codes',
    applied: (amount: string) => `Applied: −${amount}`,
    known: 'This code is already in your basket.',
    most: 'Five codes at most: remove one first.',
    method: 'If it is for the delivery, first choose a method that costs something.',
    signIn: 'Sign in',
    remove: 'Remove',
    removeWhat: (code: string) => `Remove the code ${code}`,
  },
})

/** Whether any promotion needs a code: a shop without one shows no field. */
function useHasCodes() {
  const { data } = useLivePromotions(0)
  return codes.value.length > 0 || refusedCode.value !== undefined || data?.codes === true
}

/** The field for a promotion code, and the codes of the basket with their effect or the reason for having none. */
export function Codes({ priced }: { priced: Pricing['priced'] | undefined }) {
  const t = useTexts(TEXTS)
  const why = useCodeTexts()
  const [typed, type] = useState('')
  const [fault, tell] = useState<string>()
  const refused = refusedCode.value
  const shown = fault ?? (refused && why.about(refused.code, why[refused.statut]))
  useEffect(() => {
    if (shown) announce(shown)
  }, [shown])
  if (!useHasCodes()) return null

  function add(event: Event) {
    event.preventDefault()
    if (typed.trim() === '') return
    if (!isCode(typed)) return tell(why.inconnu)
    if (codes.value.some(code => isSameCode(code, typed))) return tell(t.known)
    if (codes.value.length === MOST_CODES) return tell(t.most)
    addCode(typed)
    type('')
  }
  return (
    <div class="codes">
      <form class="code-form" noValidate onSubmit={add}>
        <Field
          label={t.label}
          value={typed}
          maxLength={100}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          fault={shown}
          change={text => {
            tell(undefined)
            refusedCode.value = undefined
            type(text)
          }}
        />
        <button type="submit" class="button quiet">
          {t.add}
        </button>
      </form>
      {codes.value.length > 0 && (
        <ul class="code-list" aria-label={t.list} aria-live="polite">
          {codes.value.map(code => (
            <Code key={code} code={code} priced={priced} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Code({ code, priced }: { code: string; priced: Pricing['priced'] | undefined }) {
  const t = useTexts(TEXTS)
  const why = useCodeTexts()
  const { euros } = useFormats()
  const state = priced?.codes?.find(known => isSameCode(known.code, code))
  const mayNeedMethod = state?.statut === 'non-retenu' && (priced?.offresLivraison ?? []).length > 0
  return (
    <li>
      <span>
        <strong>{code}</strong>
        {state?.statut === 'applique' && (
          <span class="offer-text small">{t.applied(euros(state.montantCents))}</span>
        )}
        {state && state.statut !== 'applique' && (
          <span class="small">
            {why[state.statut]} {mayNeedMethod && !priced?.livraisonCents && t.method}
          </span>
        )}
        {state?.statut === 'connexion-requise' && (
          <Link class="link" href="/connexion?vers=/panier">
            {t.signIn}
          </Link>
        )}
      </span>
      <button
        type="button"
        class="text-button"
        aria-label={t.removeWhat(code)}
        onClick={() => removeCode(code)}
      >
        {t.remove}
      </button>
    </li>
  )
}
