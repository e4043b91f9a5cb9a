import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { AnnouncedPromotion, Tranche } from '../../promotions/contract.ts'
import { methodColumns } from '../delivery/store.ts'
import type { DeliveryMethod } from '../delivery-schemas.ts'
import type { BasketPromotion } from '../pricing/basket.ts'

/** Stores promotions, except those of which the same or a later version is stored. Returns how many it has stored. */
export const upsertPromotions = (tx: Tx, promotions: readonly AnnouncedPromotion[]) =>
  tx.run(sql`
    insert into orders.promotion as known (id, version, promotion, supprimee, "dateFin")
    select (promotion ->> 'id')::bigint, (promotion ->> 'version')::bigint, promotion,
      promotion ->> 'dateSuppression' is not null, (promotion ->> 'dateFin')::timestamptz
    from json_array_elements(${sql.json(promotions)}::json) as promotion order by 1
    on conflict (id) do update set
      version = excluded.version, promotion = excluded.promotion, supprimee = excluded.supprimee,
      "dateFin" = excluded."dateFin"
    where known.version < excluded.version`)

/** Returns what codes require to know of a promotion; undefined if the copy lacks it. */
export const findPromotion = (db: Database, id: number) =>
  db.first(sql<{ supprimee: boolean; autoAppliquee: boolean }>`
    select supprimee, (promotion ->> 'autoAppliquee')::boolean as "autoAppliquee"
    from orders.promotion where id = ${id}`)

/** The number of promotions and the sum of their versions in each range of `size` ids of the copy. */
export const countPromotionTranches = (db: Database, size: number) =>
  db.rows(sql<Tranche>`
    select id / ${size}::integer as tranche, count(*) as nombre, sum(version)::bigint as versions
    from orders.promotion group by 1`)

export const readPromotionsVersion = (db: Database) =>
  db.value(sql<{ version: number }>`select version from orders.promotions_version`)

/**
 * The undeleted promotions that end at `now` or later, future ones included, the active delivery methods, and the
 * version of both, read in one snapshot.
 */
export const readUnexpiredPromotions = async (db: Database, now: Date) =>
  await db.one(sql<{ version: number; promotions: BasketPromotion[]; methods: DeliveryMethod[] }>`
    select version, (
      select coalesce(json_agg(promotion order by id), '[]') from orders.promotion
      where not supprimee and "dateFin" >= ${now}) as promotions, (
      select coalesce(json_agg(to_json(mode) order by code), '[]')
      from (select ${methodColumns} from orders.mode_livraison where actif) as mode) as methods
    from orders.promotions_version`)
