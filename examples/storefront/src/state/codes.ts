import { signal } from '@preact/signals'
import { createStored } from './stored.ts'

/** The platform accepts no more codes in one basket. */
export const MOST_CODES = 5

/** The promotion codes of the basket, as typed. */
export const codes = createStored<string[]>('codes', [], kept =>
  Array.isArray(kept) ? kept.filter(code => typeof code === 'string').slice(0, MOST_CODES) : [],
)

export type CodeRefusal = 'connexion-requise' | 'epuise' | 'expire' | 'inconnu'

/** The last code that was removed from the basket because it is unusable, and the reason. */
export const refusedCode = signal<{ code: string; statut: CodeRefusal } | undefined>(undefined)

/** Codes compare without case, spaces and hyphens. */
const normalize = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

export const isSameCode = (one: string, other: string) => normalize(one) === normalize(other)

/** Whether a text has the form of a code; the platform answers 400 to any other. */
export const isCode = (text: string) => /^[A-Z0-9]{4,40}$/.test(normalize(text))

export function addCode(code: string) {
  refusedCode.value = undefined
  codes.value = [...codes.value, code.trim()]
}

export const removeCode = (code: string) => {
  codes.value = codes.value.filter(known => !isSameCode(known, code))
}

export function refuseCode(code: string, statut: CodeRefusal) {
  removeCode(code)
  refusedCode.value = { code, statut }
}
