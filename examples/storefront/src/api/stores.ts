import { answerOf, api } from './client.ts'
import { useAnswer } from './use-answer.ts'

export type Store = { id: number; nom: string; adresse: string; horaires: string | null; collects: boolean }

const MOST = 100

/** The open stores, sorted by name. The list's type allows any field to be absent, because a request may select fields. */
export const useStores = () =>
  useAnswer('stores', async (signal): Promise<Store[]> => {
    const fields = 'id,nom,adresse,horaires,servicesDisponibles'
    const query = { statut: 'ouvert' as const, sort: 'nom', limit: MOST, fields }
    const answer = await answerOf(api.GET('/api/publique/magasins', { params: { query }, signal }))
    const rows = Array.isArray(answer) ? answer : answer.rows
    return rows.map(({ id = 0, nom = '', adresse = '', horaires = null, servicesDisponibles = [] }) => ({
      ...{ id, nom, adresse, horaires },
      collects: servicesDisponibles.includes('click_collect'),
    }))
  })
