import { useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'

export type State = Shapes['EtatSysteme']

const read = () => answerOf(api.GET('/api/v1/privee/etat-du-systeme'))

export const useSystemState = () =>
  useQuery({ queryKey: ['system'], queryFn: read, refetchInterval: 5_000, staleTime: 0 })

/** Events are normally consumed within seconds. */
const LONG_MS = 60_000
/** An older dead letter is in the list but is not reported as a problem. */
const NEWS_MS = 3_600_000

export type SystemProblem =
  | { kind: 'events'; name: string; since: string }
  | { kind: 'late' | 'failed' | 'lost'; name: string; count: number }
  | { kind: 'refused'; count: number }

/** Problems that need attention, by the server's clock. */
export function problemsOf({ horloge, evenements, refus, taches }: State): SystemProblem[] {
  const now = Date.parse(horloge.heure)
  const long = LONG_MS * horloge.multiplicateur
  const refused = refus.derniers.filter(
    ({ le }) => now - Date.parse(le) < NEWS_MS * horloge.multiplicateur,
  ).length
  const counted = (kind: 'late' | 'failed' | 'lost', name: string, count: number): SystemProblem[] =>
    count > 0 ? [{ kind, name, count }] : []
  return [
    ...evenements.files.flatMap(({ file, plusAncien }): SystemProblem[] =>
      now - Date.parse(plusAncien) > long ? [{ kind: 'events', name: file, since: plusAncien }] : [],
    ),
    ...taches.flatMap(({ nom, enRetard, enEchec, abandonnees }) => [
      ...counted('late', nom, enRetard),
      ...counted('failed', nom, enEchec),
      ...counted('lost', nom, abandonnees),
    ]),
    ...(refused > 0 ? [{ kind: 'refused', count: refused } as const] : []),
  ]
}
