import Type, { type Static } from 'typebox'
import {
  Id,
  Limit,
  Moment,
  Nullable,
  OptionalPage,
  Page,
  PageOf,
  Shape,
  Timestamp,
} from '../../platform/http/pages.ts'

export const REPAIR_EVENTS = ['ARRIVE_DEPOT', 'EN_REPARATION', 'REPARATION_OK', 'EXPEDIE_CLIENT'] as const

const Name = (description: string) => Type.String({ minLength: 1, maxLength: 200, description })
const TicketId = Name('Identifier of the repair in the after-sales application')
const RepairEventName = Type.Enum([...REPAIR_EVENTS])

export const NewRepairSheet = Shape('NouvelleFicheReparation', {
  idClient: Name('`CLI_` identifier of the customer, or the id of their account'),
  idProduit: Name('Product id or ean'),
  ticketId: TicketId,
  motif: Type.String({ minLength: 1, maxLength: 5_000 }),
  origine: Type.String({ minLength: 1, maxLength: 200 }),
  adresseClient: Type.String({ minLength: 1, maxLength: 1_000 }),
})
export type NewRepairSheet = Static<typeof NewRepairSheet>

/**
 * The slip and store that delivered the goods, and the warehouse that repairs them, as far as they were known when the
 * sheet was created.
 */
export const RepairContext = Shape('LogistiqueReparation', {
  magasinId: Nullable(Id),
  entrepotId: Nullable(Id),
  bordereauId: Nullable(Id),
})
export type RepairContext = Static<typeof RepairContext>

export const RepairSheet = Shape('FicheReparation', {
  id: Id,
  idClient: Type.String(),
  idProduit: Nullable(Type.String()),
  ticketId: Type.String(),
  motif: Nullable(Type.String()),
  origine: Nullable(Type.String()),
  adresseClient: Nullable(Type.String()),
  statut: Nullable(RepairEventName),
  evenements: Type.Array(Type.Object({ event: RepairEventName, at: Timestamp }), {
    description: 'Events in chronological order',
  }),
  logistique: RepairContext,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type RepairSheet = Static<typeof RepairSheet>

/** The event that ends a repair. */
export const REPAIRED = 'EXPEDIE_CLIENT'

export const RepairSearch = Type.Object({
  statut: Type.Optional(
    Type.Enum(['SANS_EVENEMENT', ...REPAIR_EVENTS], { description: 'Latest event of the repair' }),
  ),
  enCours: Type.Optional(
    Type.Boolean({ description: 'Only repairs that are not yet returned to the customer' }),
  ),
  search: Type.Optional(Name('Complete identifier of a ticket or customer')),
  page: Page(),
  limit: Limit(20),
})
export type RepairSearch = Static<typeof RepairSearch>

export const RepairSheetPage = PageOf('PageFichesReparation', RepairSheet)

export const RepairSheetSearch = Type.Object({
  ticketId: Type.Optional(Name('Only the sheet of this ticket')),
  ...OptionalPage,
})

export const NewRepairEvent = Shape('NouvelEvenementReparation', {
  ticketId: TicketId,
  event: RepairEventName,
  at: Moment(),
})
export type NewRepairEvent = Static<typeof NewRepairEvent>

const RepairEventFields = { ...NewRepairEvent.properties, at: Timestamp }

export const RepairEvent = Shape('EvenementReparation', {
  id: Id,
  ...RepairEventFields,
  createdAt: Timestamp,
  transmisLe: Nullable(Timestamp),
})
export type RepairEvent = Static<typeof RepairEvent>

const WaitingEvent = Type.Object({
  id: Id,
  ...RepairEventFields,
  createdAt: Timestamp,
  essais: Type.Integer({ description: 'Number of attempts to send the event' }),
  prochainEssai: Timestamp,
  derniereErreur: Nullable(Type.String()),
})
export type WaitingEvent = Static<typeof WaitingEvent>

export const WaitingEvents = PageOf('EvenementsEnAttente', WaitingEvent)
