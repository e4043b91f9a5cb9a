import { writeEuros } from '../../parts/exports/csv.ts'
import { defineColumns, type ExportColumn, type ExportSource } from '../../parts/exports/read-all.ts'
import { type Figures, type Group, type Grouping, type Groups, turnoverOf } from './figures.ts'
import { groupTexts, nameOfGroup } from './group-names.ts'

const sourceOf = <Row>(
  name: string,
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
  columns: readonly ExportColumn<Row>[],
): ExportSource<Row> => ({
  ...{ name, rowKey, columns },
  read: async ({ page, limit }) => ({
    data: rows.slice((page - 1) * limit, page * limit),
    total: rows.length,
  }),
})

const frenchDay = (day = '') => day.split('-').toReversed().join('/')

/** The hours of a day, or the days of a longer period, each beside the one that it is compared with. */
export const exportPoints = ({ periode: { du, au, points }, reference }: Figures) =>
  sourceOf(
    `ventes-${du}-${au}`,
    points.map((point, i) => ({ point, before: reference.points[i] })),
    ({ point }) => `${point.jour} ${point.heure}`,
    defineColumns({
      Jour: ({ point }) => frenchDay(point.jour),
      Heure: ({ point }) => point.heure,
      Commandes: ({ point }) => point.commandes,
      'Chiffre d’affaires (€)': ({ point }) => writeEuros(turnoverOf(point)),
      'Remboursé (€)': ({ point }) => writeEuros(point.rembourseCents),
      'Jour comparé': ({ before }) => frenchDay(before?.jour),
      'Commandes comparées': ({ before }) => before?.commandes,
      'Chiffre d’affaires comparé (€)': ({ before }) => before && writeEuros(turnoverOf(before)),
    }),
  )

export const exportStores = ({ periode: { du, au }, magasins }: Figures, nameOf: (id: number) => string) =>
  sourceOf(
    `ventes-magasins-${du}-${au}`,
    magasins,
    ({ magasinId }) => magasinId,
    defineColumns({
      Magasin: ({ magasinId }) => nameOf(magasinId),
      'Chiffre d’affaires (€)': ({ chiffreAffairesCents }) => writeEuros(chiffreAffairesCents),
      'Chiffre d’affaires comparé (€)': ({ referenceCents }) => writeEuros(referenceCents),
      Commandes: ({ commandes }) => commandes,
      'Panier moyen (€)': ({ panierMoyenCents }) => writeEuros(panierMoyenCents),
    }),
  )

/** All groups with their names in French, whatever the language of the page. */
export const exportGroups = ({ periode: { du, au }, groupes }: Groups, par: Grouping) =>
  sourceOf(
    `ventes-${par}-${du}-${au}`,
    groupes,
    ({ nature, cle }) => `${nature} ${cle}`,
    defineColumns<Group>({
      [groupTexts.fr[par]]: group => nameOfGroup(group, groupTexts.fr),
      'Chiffre d’affaires (€)': ({ chiffreAffairesCents }) => writeEuros(chiffreAffairesCents),
      'Chiffre d’affaires comparé (€)': ({ reference }) => writeEuros(reference.chiffreAffairesCents),
      Commandes: ({ commandes }) => commandes,
      'Commandes comparées': ({ reference }) => reference.commandes,
      Articles: ({ quantite }) => quantite,
      'Articles comparés': ({ reference }) => reference.quantite,
    }),
  )
