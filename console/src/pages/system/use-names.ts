import { useLanguage } from '../../language/language.tsx'
import { NAMES, QUEUES } from './names.ts'

/** Returns a function that names an area, a job or a queue in words, or by its technical name if it has none. */
export function useNames() {
  const { language } = useLanguage()
  return (name: string, isQueue = false) =>
    ((isQueue ? QUEUES[name] : undefined) ?? NAMES[name])?.[language === 'fr' ? 0 : 1] ?? name
}
