import { config } from '../config.ts'
import { answerOf, api } from './client.ts'
import { useAnswer } from './use-answer.ts'

export type Store = { id: number; nom: string; adresse: string; horaires: string | null; collects: boolean }

const MOST = 100

/**
 * The open stores, sorted by name; none are requested unless they are `wanted`. The list's type allows any field to be absent, because a
 * request may select fields.
 */
export const useStores = (wanted = true) =>
  useAnswer(wanted ? 'stores' : undefined, async (signal): Promise<Store[]> => {
    const fields = 'id,nom,adresse,horaires,servicesDisponibles'
    const query = { statut: 'ouvert' as const, sort: 'nom', limit: MOST, fields }
    const answer = await answerOf(api.GET('/api/publique/magasins', { params: { query }, signal }))
    const rows = Array.isArray(answer) ? answer : answer.rows
    return rows.map(({ id = 0, nom = '', adresse = '', horaires = null, servicesDisponibles = [] }) => ({
      ...{ id, nom, adresse, horaires },
      collects: servicesDisponibles.includes('click_collect'),
    }))
  })

/** The place of a store for sentences such as `Disponible à Lille`: its name without that of the shop. */
export const placeOf = ({ nom }: Pick<Store, 'nom'>) =>
  nom.startsWith(`${config.shop} `) ? nom.slice(config.shop.length + 1) : nom
