import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { addWorkingDays } from './working-days.ts'

const TEXTS = defineTexts({
  fr: {
    delivered: 'Livré',
    ready: 'Prêt',
    on: (day: string) => `le ${day}`,
    between: (first: string, last: string) => `entre le ${first} et le ${last}`,
  },
  en: {
    delivered: 'Delivered',
    ready: 'Ready',
    on: (day: string) => `on ${day}`,
    between: (first: string, last: string) => `between ${first} and ${last}`,
  },
})

type WorkingDays = { min: number; max: number } | null

/**
 * Returns a function that describes when an order arrives, counted from a time; undefined for a method without
 * `delaiJours`.
 */
export function useDeliveryDays() {
  const t = useTexts(TEXTS)
  const { localDay, weekday } = useFormats()
  return (delaiJours: WorkingDays | undefined, from: Date) => {
    if (!delaiJours) return undefined
    const first = addWorkingDays(localDay(from), delaiJours.min)
    const last = addWorkingDays(localDay(from), delaiJours.max)
    if (first === last) return t.on(weekday(first))
    // The month is repeated only if it differs.
    return t.between(weekday(first, first.slice(0, 7) !== last.slice(0, 7)), weekday(last))
  }
}

/** Describes when goods ordered now arrive or can be collected, such as `Livré le mardi 3 mars`. */
export function useArrival() {
  const t = useTexts(TEXTS)
  const describe = useDeliveryDays()
  return (delaiJours: WorkingDays, type: string) => {
    const days = describe(delaiJours, new Date())
    return days && `${type === 'retrait' ? t.ready : t.delivered} ${days}`
  }
}
